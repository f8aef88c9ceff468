// Counts every allocation of the program it is linked into: its malloc family stands before the C library's.
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

// Allocations and reallocations since the start, on all threads.
uint64_t allocation_count(void);

#endif
