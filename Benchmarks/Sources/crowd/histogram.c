#include "histogram.h"

enum { STEPS = 1 << HISTOGRAM_STEPS_SHIFT };

// The first STEPS buckets are one microsecond wide, each further STEPS twice as wide as those before.
static unsigned bucket_of(uint64_t value) {
    unsigned doublings = 0;
    while (value >> doublings >= 2 * STEPS) doublings++;
    unsigned bucket = value < STEPS ? (unsigned)value : doublings * STEPS + (unsigned)(value >> doublings);
    return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

// The first value beyond a bucket.
static uint64_t end_of(unsigned bucket) {
    if (bucket < 2 * STEPS) return bucket + 1;
    unsigned doublings = bucket / STEPS - 1;
    return (uint64_t)(bucket - doublings * STEPS + 1) << doublings;
}

void histogram_add(struct histogram *histogram, uint64_t microseconds) {
    histogram->count++;
    if (microseconds > histogram->largest) histogram->largest = microseconds;
    histogram->buckets[bucket_of(microseconds)]++;
}

double histogram_milliseconds(const struct histogram *histogram, double share) {
    uint64_t wanted = (uint64_t)(share * (double)histogram->count), seen = 0;
    if (histogram->count == 0) return 0;
    for (unsigned bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++) {
        seen += histogram->buckets[bucket];
        if (seen > wanted && end_of(bucket) < histogram->largest) return (double)end_of(bucket) / 1e3;
        if (seen > wanted) break;
    }
    return (double)histogram->largest / 1e3;
}
