#include "ring.h"

#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { CAPACITY = 512 };

static struct io_uring ring;

void ring_open(void) {
    struct io_uring_params wishes = {
        .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL};
    int outcome = io_uring_queue_init_params(CAPACITY, &ring, &wishes);
    if (outcome == 0) return;
    fprintf(stderr, "bare: no io_uring here: %s\n", strerror(-outcome));
    exit(1);
}

void ring_add(int descriptor, const uint8_t *bytes, size_t count, ring_incomplete *incomplete) {
    struct io_uring_sqe *entry = io_uring_get_sqe(&ring);
    if (entry == NULL) {
        ring_flush(incomplete);
        entry = io_uring_get_sqe(&ring);
    }
    io_uring_prep_send(entry, descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT | MSG_WAITALL);
    entry->flags |= IOSQE_CQE_SKIP_SUCCESS;
    entry->user_data = (uint64_t)descriptor;
}

void ring_flush(ring_incomplete *incomplete) {
    while (io_uring_sq_ready(&ring) > 0) {
        io_uring_submit_and_get_events(&ring);
        struct io_uring_cqe *entry = NULL;
        while (io_uring_peek_cqe(&ring, &entry) == 0 && entry != NULL) {
            int descriptor = (int)entry->user_data, sent = entry->res;
            io_uring_cqe_seen(&ring, entry);
            incomplete(descriptor, sent);
        }
    }
}
