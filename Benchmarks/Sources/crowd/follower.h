// What a member has seen of its room, and whether it missed anything.
#ifndef FOLLOWER_H
#define FOLLOWER_H

#include <stdbool.h>
#include <stddef.h>

struct follower {
    char session[64], epoch[64];  // empty before the first welcome
    bool welcomed;                // on this connection
    bool recovered;               // what that welcome said
    long long seq, welcome_seq;   // the last event seen, and the one the welcome speaks of
    long long retry_minimum, retry_maximum;  // milliseconds
    unsigned gaps;                // events that did not follow the one before
    unsigned snapshots;
};

// A new connection: what was seen stays, the welcome is due again.
void follower_begin(struct follower *follower);

// Takes in an object of the server's.
void follower_take(struct follower *follower, const char *line, size_t length);

// Whether everything the welcome speaks of has come.
bool follower_is_in_step(const struct follower *follower);

#endif
