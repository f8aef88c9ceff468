#ifndef RIFFLE_LAST_TOLD_H
#define RIFFLE_LAST_TOLD_H

#include <stdint.h>

// Swift's view of the C library leaves this out.
#include <sys/epoll.h>

// How often this thread has looked which sockets are ready.
uint64_t riffle_looks(void);

// In which of those looks this thread was told of a descriptor last; 0: in none.
uint64_t riffle_last_told(int descriptor);

// One more look has told of these.
void riffle_note_told(const struct epoll_event *ready, int count);

// Begins anew, and gives the memory back.
void riffle_forget_told(void);

#endif
