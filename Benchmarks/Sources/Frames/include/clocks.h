// The two clocks of every tool here.
#ifndef CLOCKS_H
#define CLOCKS_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t wall_nanoseconds(void) { return clock_nanoseconds(CLOCK_MONOTONIC); }

// Processor time of this process, user and kernel together.
static inline uint64_t cpu_nanoseconds(void) { return clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

#endif
