#ifndef RIFFLE_CEVENTLOOP_SHIM_H
#define RIFFLE_CEVENTLOOP_SHIM_H

// Without the old names, among them a function called like the structure `ev_loop`.
#define EV_COMPAT3 0
#include <ev.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <stdint.h>
#include <sys/timerfd.h>

// The initialisers of libev are macros over several statements, which Swift does not import.

static inline void riffle_ev_io_init(
    ev_io *watcher, void (*callback)(struct ev_loop *, ev_io *, int), int descriptor, void *data) {
    ev_io_init(watcher, callback, descriptor, EV_READ);
    watcher->data = data;
}

static inline void riffle_ev_timer_init(ev_timer *watcher, void (*callback)(struct ev_loop *, ev_timer *, int), void *data) {
    ev_timer_init(watcher, callback, 0, 0);
    watcher->data = data;
}

// One shot. The loop's idea of the time is refreshed first: it may be as old as the callback that is running.
static inline void riffle_ev_timer_start(struct ev_loop *loop, ev_timer *watcher, double seconds) {
    ev_timer_stop(loop, watcher);
    ev_now_update(loop);
    ev_timer_set(watcher, seconds, 0);
    ev_timer_start(loop, watcher);
}

static inline void riffle_ev_async_init(ev_async *watcher, void (*callback)(struct ev_loop *, ev_async *, int), void *data) {
    ev_async_init(watcher, callback);
    watcher->data = data;
}

static inline void riffle_ev_prepare_init(
    ev_prepare *watcher, void (*callback)(struct ev_loop *, ev_prepare *, int), void *data) {
    ev_prepare_init(watcher, callback);
    watcher->data = data;
}

// What `epoll_ctl` does, and asks to be told of peers that hang up.
static inline int riffle_epoll_watch(int queue, int operation, int descriptor, void *event) {
    struct epoll_event *wanted = event;
    if (wanted && operation != EPOLL_CTL_DEL) wanted->events |= EPOLLRDHUP;
    return (int)syscall(SYS_epoll_ctl, queue, operation, descriptor, wanted);
}

// What `epoll_wait` does while few sockets are ready. Of many, those whose peer has hung up come last and a few at a time;
// epoll tells of the others again.
static inline int riffle_epoll_wait(int queue, void *events, int limit, int milliseconds) {
    enum { FEW = 64, MANY = 4096, ENDINGS = 16 };
    struct epoll_event *ready = events, found[MANY];
    int count = epoll_pwait(queue, ready, limit < FEW ? limit : FEW, milliseconds, NULL);
    if (count < FEW) return count;
    int all = epoll_pwait(queue, found, MANY, 0, NULL), taken = 0, endings = 0;
    if (all < FEW) return count;
    for (int index = 0; index < all && taken < limit; index++)
        if (!(found[index].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))) ready[taken++] = found[index];
    for (int index = 0; index < all && taken < limit && endings < ENDINGS; index++)
        if (found[index].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) ready[taken++] = found[index], endings++;
    return taken;
}

// A timer with a descriptor, exact to the microsecond: libev's own wait for whole milliseconds. Swift's view of the C
// library leaves these out.
static inline int riffle_timer_new(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

// Due at a time of CLOCK_MONOTONIC, at once when that is past; 0 switches it off.
static inline void riffle_timer_set(int descriptor, int64_t microseconds) {
    struct itimerspec due = {{0, 0}, {microseconds / 1000000, microseconds % 1000000 * 1000}};
    timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &due, NULL);
}

static inline void riffle_ev_break_all(struct ev_loop *loop) { ev_break(loop, EVBREAK_ALL); }

#endif
