// Sends of one message to many sockets in one submission, as Riffle makes them (Sources/Adapters/CSendRing).
#ifndef BARE_RING_H
#define BARE_RING_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Gets a socket that did not take all bytes: how many it took, or a negative error.
typedef void ring_incomplete(int descriptor, ssize_t sent);

// Ends the program where the kernel has no such ring, or forbids it.
void ring_open(void);
// Adds a send; the bytes must live until the next flush. Flushes when the ring is full.
void ring_add(int descriptor, const uint8_t *bytes, size_t count, ring_incomplete *incomplete);
// Tries all sends that were added.
void ring_flush(ring_incomplete *incomplete);

#endif
