#include "objects.h"

#include <stdlib.h>
#include <string.h>

void object_reader_take(struct object_reader *reader, const uint8_t *piece, size_t length, bool last,
                        void (*take)(void *context, const char *line, size_t length), void *context) {
    const char *at = (const char *)piece, *end = at + length;
    for (;;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        bool whole = stop != NULL || last, finished = stop == NULL;
        if (finished) stop = end;
        size_t here = (size_t)(stop - at);
        if (whole && reader->length == 0) {
            if (here > 0) take(context, at, here);
        } else {
            size_t room = sizeof reader->start - reader->length;
            memcpy(reader->start + reader->length, at, here < room ? here : room);
            reader->length += (uint16_t)(here < room ? here : room);
            if (whole) {
                take(context, reader->start, reader->length);
                reader->length = 0;
            }
        }
        if (finished) return;
        at = stop + 1;
    }
}

static const char opening[] = "{\"type\":\"";

bool object_is(const char *line, size_t length, const char *type) {
    size_t size = strlen(type), before = sizeof opening - 1;
    return length > before + size && memcmp(line, opening, before) == 0 && memcmp(line + before, type, size) == 0 &&
           line[before + size] == '"';
}

bool object_number(const char *line, size_t length, const char *key, long long *number) {
    const char *found = memmem(line, length, key, strlen(key));
    if (found == NULL) return false;
    const char *at = found + strlen(key), *end = line + length;
    bool negative = at < end && *at == '-';
    if (negative) at++;
    if (at == end || *at < '0' || *at > '9') return false;
    long long value = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++) value = 10 * value + (*at - '0');
    *number = negative ? -value : value;
    return true;
}

void object_text(const char *line, size_t length, const char *key, char *out, size_t room) {
    out[0] = 0;
    const char *found = memmem(line, length, key, strlen(key));
    if (found == NULL) return;
    const char *at = found + strlen(key), *end = line + length;
    if (at == end || *at++ != '"') return;
    const char *stop = memchr(at, '"', (size_t)(end - at));
    if (stop == NULL || (size_t)(stop - at) >= room) return;
    memcpy(out, at, (size_t)(stop - at));
    out[stop - at] = 0;
}
