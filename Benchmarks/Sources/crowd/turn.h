// A member that turns the pages of its room, one after the other.
#ifndef TURN_H
#define TURN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All zero before the first; the room shows page 0 then.
struct turn {
    bool pending;       // asked for and not done
    bool jumps;         // done with the ack
    long long page;     // where the pager rests
    unsigned long id;   // of the request
    uint64_t asked_at;  // nanoseconds
};

// The request for the next page as text, or for a jump to and fro between two; counted as delayed and empty while the
// one before is pending.
size_t turn_ask(struct turn *turn, bool jumps, char *out, size_t room);

// Takes in an object of the server's.
void turn_take(struct turn *turn, const char *line, size_t length);

#endif
