// A drag whose position tells the time of its sample: a program that sees the position knows how long the message took,
// and the two programs share nothing but the machine's clock.
#ifndef PLACE_CLOCK_H
#define PLACE_CLOCK_H

#include <stdint.h>

#include "clocks.h"

// A tick is 2^15 ns, a page has 2^16 places: the place comes round every 2.1 s, and older news looks young.
enum { PLACE_TICK_SHIFT = 15, PLACES = 65536 };

// Units from the place of the grab, from half a page back to half a page forward.
static inline long place_of_now(void) {
    return (long)((wall_nanoseconds() >> PLACE_TICK_SHIFT) & (PLACES - 1)) - PLACES / 2;
}

// Microseconds since the drag was at this position of the pager.
static inline uint64_t place_age_microseconds(long long position) {
    uint64_t then = (uint64_t)(position + PLACES / 2);
    uint64_t ticks = ((wall_nanoseconds() >> PLACE_TICK_SHIFT) - then) & (PLACES - 1);
    return (ticks << PLACE_TICK_SHIFT) / 1000;
}

#endif
