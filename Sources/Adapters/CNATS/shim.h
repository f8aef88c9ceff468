#ifndef RIFFLE_CNATS_SHIM_H
#define RIFFLE_CNATS_SHIM_H

#include <nats/nats.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// A descriptor that becomes readable after `riffle_wake`, until `riffle_wake_clear`.
static inline int riffle_wake_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline void riffle_wake(int descriptor) {
    uint64_t one = 1;
    ssize_t ignored = write(descriptor, &one, sizeof one);
    (void)ignored;
}

static inline void riffle_wake_clear(int descriptor) {
    uint64_t count;
    ssize_t ignored = read(descriptor, &count, sizeof count);
    (void)ignored;
}

// Makes the kernel give up a TCP connection whose other side answers nothing for about `seconds`.
static inline void riffle_limit_silence(int descriptor, int seconds) {
    int on = 1, probes = seconds - 1, second = 1;
    unsigned milliseconds = 1000u * (unsigned)seconds;
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &second, sizeof second);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &second, sizeof second);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

#endif
