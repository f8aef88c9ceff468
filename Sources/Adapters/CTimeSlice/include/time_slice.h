#ifndef RIFFLE_TIME_SLICE_H
#define RIFFLE_TIME_SLICE_H

#include <stdint.h>

// How many nanoseconds the calling thread asks to run at a time, from now on; 0, or an error's number. Linux since 6.12
// heeds it, from 100,000 on.
int riffle_time_slice_set(uint64_t nanoseconds);

// What the calling thread has asked for, or what every thread has; 0 where the kernel does not tell.
uint64_t riffle_time_slice(void);

#endif
