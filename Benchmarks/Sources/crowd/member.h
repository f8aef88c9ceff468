// One member of the crowd: its connection, what it has seen, what it does.
#ifndef MEMBER_H
#define MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "endpoint.h"
#include "follower.h"
#include "frames.h"
#include "objects.h"
#include "options.h"
#include "turn.h"
#include "wire.h"

// AWAY → CONNECTING → SECURING → UPGRADING → OPEN → AWAY, and GONE for those that do not come back.
enum member_state { AWAY, CONNECTING, SECURING, UPGRADING, OPEN, GONE };

struct member {
    struct wire wire;
    enum member_state state;
    bool joined;              // in step on this connection
    unsigned number, room;
    unsigned attempts;        // to come back
    unsigned answers;         // messages on this connection, where it only counts
    uint64_t left_at, due_at; // when the connection ended and when the next begins; 0 where that does not apply
    struct upgrade_reader upgrade;
    struct frame_reader frames;
    struct object_reader objects;
    struct follower follower;
    struct turn turn;
};

// Set before the first member connects.
extern struct options options;
extern int epoll_set;

// Begins to connect.
void member_connect(struct member *member);

// The socket has something: goes on with whatever is due.
void member_serve(struct member *member, uint32_t events);

// Ends the connection without a word, as when a wire is cut; the member comes back if the crowd is such.
void member_cut(struct member *member);

// Whether the socket is read.
void member_listen(struct member *member, bool listens);

// Asks for the next page, where the member is in step.
void member_turn(struct member *member);

#endif
