// The objects of a message, one a line, however TCP cuts it.
#ifndef OBJECTS_H
#define OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What counts stands at the start of a line; a snapshot's members come later.
enum { OBJECT_START_BOUND = 512 };

// The start of a line that is not whole yet; all zero at the start.
struct object_reader {
    uint16_t length;
    char start[OBJECT_START_BOUND];
};

// Calls `take` for each line that ends within this piece, or with it when it is the message's last. A line that came
// in pieces is cut off after OBJECT_START_BOUND bytes. No line ends with a zero.
void object_reader_take(struct object_reader *reader, const uint8_t *piece, size_t length, bool last,
                        void (*take)(void *context, const char *line, size_t length), void *context);

// Whether the line's type is this one.
bool object_is(const char *line, size_t length, const char *type);

// The integer behind a key, which is written with its quotes and colon. False when there is none.
bool object_number(const char *line, size_t length, const char *key, long long *number);

// The text behind such a key, which has no escapes in it; empty when there is none or it does not fit.
void object_text(const char *line, size_t length, const char *key, char *out, size_t room);

#endif
