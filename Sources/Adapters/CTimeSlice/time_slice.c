#define _GNU_SOURCE

#include "time_slice.h"

#include <errno.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

// Debian 12's C library has no functions for these two.
static int get(struct sched_attr *attributes) {
    return (int)syscall(SYS_sched_getattr, 0, attributes, sizeof *attributes, 0);
}

int riffle_time_slice_set(uint64_t nanoseconds) {
    struct sched_attr attributes = {0};
    if (get(&attributes) != 0) return errno;
    attributes.sched_flags = 0;
    attributes.sched_runtime = nanoseconds;
    return syscall(SYS_sched_setattr, 0, &attributes, 0) == 0 ? 0 : errno;
}

uint64_t riffle_time_slice(void) {
    struct sched_attr attributes = {0};
    return get(&attributes) == 0 ? attributes.sched_runtime : 0;
}
