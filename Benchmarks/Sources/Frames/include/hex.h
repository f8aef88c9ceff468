// Bytes of any kind on a command line.
#ifndef HEX_H
#define HEX_H

#include <stddef.h>
#include <stdint.h>

// Reads pairs of hexadecimal digits up to the end of `text`, at most `room` bytes; returns how many, or -1 when `text`
// is something else or longer.
long hex_read(const char *text, uint8_t *out, size_t room);

#endif
