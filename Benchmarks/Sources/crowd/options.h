// What a crowd is told on its command line.
#ifndef OPTIONS_H
#define OPTIONS_H

struct options {
    const char *url;      // a `{}` in it becomes the room's number
    const char *role;
    const char *offsets;  // keyframes, frames or none
    unsigned connections;
    unsigned rooms;       // connections are dealt to rooms 0 ..< rooms in turn
    unsigned rate;        // new connections per second at most
};

// Reads them, or ends the program with the usage.
struct options options_read(int count, char **arguments);

#endif
