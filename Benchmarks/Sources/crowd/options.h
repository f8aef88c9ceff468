// What a crowd is told on its command line.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GREETING_BOUND = 256 };

struct options {
    const char *url;      // a `{}` in it becomes the room's number
    const char *role;
    const char *offsets;  // keyframes, frames or none
    unsigned connections;
    unsigned rooms;       // connections are dealt to rooms 0 ..< rooms in turn
    unsigned rate;        // new connections per second at most
    unsigned turns;       // milliseconds from one page turn of each member to its next; 0: they turn none
    bool jumps;           // whether pages turn at once, to and fro, instead of one after the other with an animation
    unsigned actors;      // the first so many members turn pages
    bool returns;         // whether members whose connection ends come back, as the protocol says
    bool narrow;          // small buffers and segments, so that the server soon feels a member that does not read
    const char *subprotocol;
    bool counts;          // another kind of server: nobody joins or follows, messages are counted
    uint8_t greeting[GREETING_BOUND];  // what is said then in place of a join, as one binary message; may be empty
    size_t greeting_length;
    unsigned answers;     // messages after which somebody who only counts is in
};

// Reads them, or ends the program with the usage.
struct options options_read(int count, char **arguments);

#endif
