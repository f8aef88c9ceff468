#ifndef RIFFLE_READY_SOCKETS_H
#define RIFFLE_READY_SOCKETS_H

// Swift's view of the C library leaves this out.
#include <sys/epoll.h>

// From now on this thread's loop is told of a few endings in each millisecond only, or again of all at once.
void riffle_endings_pace(int arePaced);

// What `epoll_wait` does, but for some sockets of many at a time, and where endings are paced with few of those that
// hang up among them.
int riffle_epoll_wait(int queue, void *events, int limit, int milliseconds);

// What `epoll_ctl` does, and asks to be told of peers that hang up.
int riffle_epoll_watch(int queue, int operation, int descriptor, void *event);

#endif
