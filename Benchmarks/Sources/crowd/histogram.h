// How long things took, to within 1.6 %.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

// 64 buckets for each doubling.
enum { HISTOGRAM_STEPS_SHIFT = 6, HISTOGRAM_BUCKETS = 27 << HISTOGRAM_STEPS_SHIFT };

// All zero is empty.
struct histogram {
    uint64_t count, largest;
    uint64_t buckets[HISTOGRAM_BUCKETS];
};

void histogram_add(struct histogram *histogram, uint64_t microseconds);

// The time within which this share (0 to 1) of all stayed, in milliseconds; 0 when there are none.
double histogram_milliseconds(const struct histogram *histogram, double share);

#endif
