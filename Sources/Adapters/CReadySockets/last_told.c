#include "last_told.h"

#include <stdlib.h>
#include <string.h>

struct notes {
    uint64_t looks;
    uint64_t *told;  // by descriptor
    size_t bound;    // descriptors there is room for
    int isLost;      // there was no memory for one
};

static _Thread_local struct notes notes;

uint64_t riffle_looks(void) { return notes.looks; }

// Whatever could not be noted counts as told of just now.
uint64_t riffle_last_told(int descriptor) {
    if (notes.isLost) return UINT64_MAX;
    return (size_t)descriptor < notes.bound ? notes.told[descriptor] : 0;
}

static int make_room(size_t descriptor) {
    size_t bound = 2 * descriptor + 64;
    uint64_t *told = realloc(notes.told, bound * sizeof *told);
    if (!told) return 0;
    memset(told + notes.bound, 0, (bound - notes.bound) * sizeof *told);
    notes.told = told;
    notes.bound = bound;
    return 1;
}

void riffle_note_told(const struct epoll_event *ready, int count) {
    notes.looks++;
    for (int index = 0; index < count; index++) {
        // libev's: the lower half.
        size_t descriptor = (uint32_t)ready[index].data.u64;
        if (descriptor < notes.bound || make_room(descriptor)) notes.told[descriptor] = notes.looks;
        else notes.isLost = 1;
    }
}

void riffle_forget_told(void) {
    free(notes.told);
    notes = (struct notes){0};
}
