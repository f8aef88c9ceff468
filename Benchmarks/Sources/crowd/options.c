#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options options_read(int count, char **arguments) {
    struct options options = {.role = "viewer", .offsets = "keyframes", .connections = 1, .rooms = 1, .rate = 1000};
    for (int at = 1; at + 1 < count; at += 2) {
        const char *name = arguments[at], *value = arguments[at + 1];
        if (strcmp(name, "--url") == 0) options.url = value;
        else if (strcmp(name, "--role") == 0) options.role = value;
        else if (strcmp(name, "--offsets") == 0) options.offsets = value;
        else if (strcmp(name, "--connections") == 0) options.connections = (unsigned)atoi(value);
        else if (strcmp(name, "--rooms") == 0) options.rooms = (unsigned)atoi(value);
        else if (strcmp(name, "--rate") == 0) options.rate = (unsigned)atoi(value);
        else if (strcmp(name, "--turns") == 0) options.turns = (unsigned)atoi(value);
        else if (strcmp(name, "--returns") == 0) options.returns = strcmp(value, "yes") == 0;
        else if (strcmp(name, "--narrow") == 0) options.narrow = strcmp(value, "yes") == 0;
        else options.rate = 0;
    }
    if (options.url != NULL && options.connections > 0 && options.rooms > 0 && options.rate > 0 && count % 2 == 1)
        return options;
    fprintf(stderr, "usage: crowd --url ws://127.0.0.1:PORT/rooms/NAME [--connections N] [--rooms N] [--rate PER_S]\n"
                    "             [--role ROLE] [--offsets keyframes|frames|none] [--turns MILLISECONDS]\n"
                    "             [--returns yes|no] [--narrow yes|no]\n");
    exit(2);
}
