#include "turn.h"

#include <stdio.h>

#include "clocks.h"
#include "objects.h"
#include "tally.h"

size_t turn_ask(struct turn *turn, bool jumps, char *out, size_t room) {
    if (turn->pending) {
        tally.delayed++;
        return 0;
    }
    // The join was number 1.
    if (turn->id == 0) turn->id = 1;
    turn->pending = true;
    turn->jumps = jumps;
    turn->asked_at = wall_nanoseconds();
    if (jumps)
        return (size_t)snprintf(out, room, "{\"type\":\"jump\",\"id\":%lu,\"page\":%d,\"animated\":false}", ++turn->id,
                                turn->page == 0);
    return (size_t)snprintf(out, room, "{\"type\":\"step\",\"id\":%lu,\"by\":1,\"from\":%lld}", ++turn->id, turn->page);
}

void turn_take(struct turn *turn, const char *line, size_t length) {
    if (!turn->pending) return;
    uint64_t microseconds = (wall_nanoseconds() - turn->asked_at) / 1000;
    if (object_is(line, length, "ack")) {
        histogram_add(&tally.acks, microseconds);
        if (!turn->jumps) return;
        tally.turned++;
        turn->page = turn->page == 0;
        turn->pending = false;
    } else if (object_is(line, length, "completed")) {
        histogram_add(&tally.completions, microseconds);
        tally.turned++;
        turn->page++;
        turn->pending = false;
    } else if (object_is(line, length, "reject")) {
        tally.rejects++;
        turn->pending = false;
    }
}
