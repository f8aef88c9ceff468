#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"

static bool read_greeting(struct options *options, const char *value) {
    long length = hex_read(value, options->greeting, sizeof options->greeting);
    options->greeting_length = length < 0 ? 0 : (size_t)length;
    options->counts = true;
    return length >= 0;
}

struct options options_read(int count, char **arguments) {
    struct options options = {.role = "viewer", .offsets = "keyframes", .connections = 1, .rooms = 1, .rate = 1000,
                              .subprotocol = "riffle.v1", .answers = 1};
    for (int at = 1; at + 1 < count; at += 2) {
        const char *name = arguments[at], *value = arguments[at + 1];
        if (strcmp(name, "--url") == 0) options.url = value;
        else if (strcmp(name, "--role") == 0) options.role = value;
        else if (strcmp(name, "--offsets") == 0) options.offsets = value;
        else if (strcmp(name, "--connections") == 0) options.connections = (unsigned)atoi(value);
        else if (strcmp(name, "--rooms") == 0) options.rooms = (unsigned)atoi(value);
        else if (strcmp(name, "--rate") == 0) options.rate = (unsigned)atoi(value);
        else if (strcmp(name, "--turns") == 0) options.turns = (unsigned)atoi(value);
        else if (strcmp(name, "--act") == 0) options.jumps = strcmp(value, "jump") == 0;
        else if (strcmp(name, "--actors") == 0) options.actors = (unsigned)atoi(value);
        else if (strcmp(name, "--subprotocol") == 0) options.subprotocol = value;
        else if (strcmp(name, "--answers") == 0) options.answers = (unsigned)atoi(value);
        else if (strcmp(name, "--greeting") == 0 && read_greeting(&options, value)) continue;
        else if (strcmp(name, "--returns") == 0) options.returns = strcmp(value, "yes") == 0;
        else if (strcmp(name, "--narrow") == 0) options.narrow = strcmp(value, "yes") == 0;
        else options.rate = 0;
    }
    if (options.actors == 0 || options.actors > options.connections) options.actors = options.connections;
    if (options.url != NULL && options.connections > 0 && options.rooms > 0 && options.rate > 0 && count % 2 == 1)
        return options;
    fprintf(stderr, "usage: crowd --url ws://127.0.0.1:PORT/rooms/NAME [--connections N] [--rooms N] [--rate PER_S]\n"
                    "             [--role ROLE] [--offsets keyframes|frames|none] [--turns MILLISECONDS]\n"
                    "             [--act step|jump] [--actors N] [--returns yes|no] [--narrow yes|no]\n"
                    "             [--greeting HEX] [--answers N] [--subprotocol NAME]\n");
    exit(2);
}
