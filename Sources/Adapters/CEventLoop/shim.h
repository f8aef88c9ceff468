#ifndef RIFFLE_CEVENTLOOP_SHIM_H
#define RIFFLE_CEVENTLOOP_SHIM_H

// Without the old names, among them a function called like the structure `ev_loop`.
#define EV_COMPAT3 0
#include <ev.h>
#include <stdint.h>
#include <sys/timerfd.h>

// The initialisers of libev are macros over several statements, which Swift does not import. These watchers get the
// highest priority, so that libev calls them before the watchers of libwebsockets, which have the default one.

static inline void riffle_ev_io_init(
    ev_io *watcher, void (*callback)(struct ev_loop *, ev_io *, int), int descriptor, int also_writable,
    void *data) {
    ev_io_init(watcher, callback, descriptor, also_writable ? EV_READ | EV_WRITE : EV_READ);
    ev_set_priority(watcher, EV_MAXPRI);
    watcher->data = data;
}

static inline void riffle_ev_timer_init(ev_timer *watcher, void (*callback)(struct ev_loop *, ev_timer *, int), void *data) {
    ev_timer_init(watcher, callback, 0, 0);
    ev_set_priority(watcher, EV_MAXPRI);
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
    ev_set_priority(watcher, EV_MAXPRI);
    watcher->data = data;
}

static inline int riffle_ev_async_is_sent(ev_async *watcher) { return ev_async_pending(watcher) != 0; }

static inline void riffle_ev_prepare_init(
    ev_prepare *watcher, void (*callback)(struct ev_loop *, ev_prepare *, int), void *data) {
    ev_prepare_init(watcher, callback);
    ev_set_priority(watcher, EV_MAXPRI);
    watcher->data = data;
}

static inline void riffle_ev_check_init(ev_check *watcher, void (*callback)(struct ev_loop *, ev_check *, int), void *data) {
    ev_check_init(watcher, callback);
    ev_set_priority(watcher, EV_MAXPRI);
    watcher->data = data;
}

static inline void riffle_ev_call_nothing(struct ev_loop *loop) { (void)loop; }

// Asks the kernel once more which descriptors are ready and which timers have expired, and calls no watcher: they become
// pending. To be called while the loop calls its pending watchers; it goes on with the newest of the highest priority.
static inline void riffle_ev_poll_again(struct ev_loop *loop) {
    ev_set_invoke_pending_cb(loop, riffle_ev_call_nothing);
    ev_run(loop, EVRUN_NOWAIT);
    ev_set_invoke_pending_cb(loop, ev_invoke_pending);
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
