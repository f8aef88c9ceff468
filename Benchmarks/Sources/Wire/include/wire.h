// The bytes of a client's connection, plain or through TLS.
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "endpoint.h"

// What a read has room for: more than a TLS record holds, so that nothing stays behind of which epoll does not tell.
enum { WIRE_ROOM = 65536 };

struct wire {
    int descriptor;      // -1 after the end
    struct ssl_st *tls;  // NULL for a plain one
};

// Takes a non-blocking socket; with `secure`, TLS is agreed on first. No certificate is checked.
struct wire wire_make(int descriptor, bool secure);

// For a program with one connection: connects, agrees on TLS and asks for the upgrade, waiting for each.
bool wire_open(struct wire *wire, const struct endpoint *endpoint);

// Goes on agreeing: 1 when the wire can be used, which a plain one can at once, 0 when the peer has to speak first, -1
// when it failed.
int wire_agree(struct wire *wire);

// As read(2) on a non-blocking socket; `bytes` has WIRE_ROOM.
ssize_t wire_read(struct wire *wire, void *bytes);

// Whether all of it was taken.
bool wire_write(struct wire *wire, const void *bytes, size_t length);

// Ends the connection without a word.
void wire_close(struct wire *wire);

#endif
