#ifndef RIFFLE_SEND_RING_H
#define RIFFLE_SEND_RING_H

#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include <sys/socket.h>

// A ring that only the calling thread uses, and in which the kernel works only during calls of that thread; NULL with `errno`
// when there is none here. One send that fails does not keep the others from being tried.
static inline struct io_uring *riffle_ring_new(unsigned entries) {
    struct io_uring *ring = malloc(sizeof *ring);
    struct io_uring_params wishes = {
        .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL};
    int outcome = ring ? io_uring_queue_init_params(entries, ring, &wishes) : -ENOMEM;
    if (outcome == 0) {
        // A sandbox may allow a ring and forbid its use.
        struct io_uring_sqe *entry = io_uring_get_sqe(ring);
        io_uring_prep_nop(entry);
        entry->flags |= IOSQE_CQE_SKIP_SUCCESS;
        outcome = io_uring_submit_and_get_events(ring);
        if (outcome >= 0)
            return ring;
        io_uring_queue_exit(ring);
    }
    free(ring);
    errno = -outcome;
    return NULL;
}

static inline void riffle_ring_free(struct io_uring *ring) {
    io_uring_queue_exit(ring);
    free(ring);
}

// Adds a send of `count` bytes; 0 when the ring is full. It is tried once: MSG_DONTWAIT keeps the kernel from going on with it
// after the call that submits it. MSG_WAITALL makes a send of some of the bytes a failure, as only failures are reported.
static inline int riffle_ring_add(
    struct io_uring *ring, int descriptor, const void *bytes, size_t count, unsigned long long place) {
    struct io_uring_sqe *entry = io_uring_get_sqe(ring);
    if (!entry)
        return 0;
    io_uring_prep_send(entry, descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT | MSG_WAITALL);
    entry->flags |= IOSQE_CQE_SKIP_SUCCESS;
    entry->user_data = place;
    return 1;
}

// Submits what was added: the number of sends that the kernel has tried, or a negative error.
static inline int riffle_ring_submit(struct io_uring *ring) { return io_uring_submit_and_get_events(ring); }

// The next send that did not take all bytes: its place, and the bytes that it took or a negative error. 0 when there is none.
static inline int riffle_ring_next(struct io_uring *ring, unsigned long long *place, int *result) {
    struct io_uring_cqe *entry = NULL;
    if (io_uring_peek_cqe(ring, &entry) != 0 || !entry)
        return 0;
    *place = entry->user_data;
    *result = entry->res;
    io_uring_cqe_seen(ring, entry);
    return 1;
}

#endif
