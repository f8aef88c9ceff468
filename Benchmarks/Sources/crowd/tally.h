// What happened to the whole crowd.
#ifndef TALLY_H
#define TALLY_H

#include <stdint.h>

#include "histogram.h"

struct tally {
    // Connections now: upgraded; in step with their room; ended for good.
    unsigned open, joined, closed;
    unsigned close_code;  // the last one
    double gathered_seconds;  // from the first connection to when all were in step at once; 0 before
    uint64_t messages, objects, offsets, payload_bytes, wire_bytes, pings;
    uint64_t returned, recovered;       // came back; of those, told just what they had missed
    uint64_t turned, delayed, rejects;  // turns completed; not begun as the one before was not; refused
    // Since the last report.
    struct histogram deliveries;   // from the drag sample to its arrival, see place_clock.h
    struct histogram returns;      // from the end of a connection to being in step again
    struct histogram acks;         // from a request to turn to its ack
    struct histogram completions;  // from a request to turn to the news that the page has come
};

extern struct tally tally;

// What the members have seen, all together.
struct sight {
    long long lowest_seq, highest_seq;
    uint64_t gaps, snapshots;
};

// Prints one line of JSON; `bottleneck` says whether the crowd itself was.
void tally_report(struct sight sight, double seconds, double percent, double lag_milliseconds, int bottleneck);

#endif
