#include "follower.h"

#include <string.h>

#include "objects.h"

static void take_welcome(struct follower *follower, const char *line, size_t length) {
    follower->welcomed = true;
    // The bare server's welcome has none of these.
    follower->welcome_seq = 0;
    object_number(line, length, "\"seq\":", &follower->welcome_seq);
    object_number(line, length, "\"min\":", &follower->retry_minimum);
    object_number(line, length, "\"max\":", &follower->retry_maximum);
    object_text(line, length, "\"session\":", follower->session, sizeof follower->session);
    object_text(line, length, "\"epoch\":", follower->epoch, sizeof follower->epoch);
    follower->recovered = memmem(line, length, "\"recovered\":true", 16) != NULL;
}

void follower_begin(struct follower *follower) { follower->welcomed = follower->recovered = false; }

void follower_take(struct follower *follower, const char *line, size_t length) {
    static const char second[] = "\",\"seq\":";
    if (object_is(line, length, "welcome")) return take_welcome(follower, line, length);
    long long seq = 0;
    if (object_is(line, length, "snapshot")) {
        if (object_number(line, length, "\"seq\":", &seq)) follower->seq = seq;
        follower->snapshots++;
        return;
    }
    // An event, and only an event or an offset, has its number right behind its type.
    if (object_is(line, length, "offset") || length < 10) return;
    const char *quote = memchr(line + 9, '"', length - 9);
    size_t left = quote == NULL ? 0 : (size_t)(line + length - quote);
    if (left < sizeof second || memcmp(quote, second, sizeof second - 1) != 0) return;
    if (!object_number(quote, left, "\"seq\":", &seq)) return;
    if (seq != follower->seq + 1) follower->gaps++;
    follower->seq = seq;
}

bool follower_is_in_step(const struct follower *follower) {
    return follower->welcomed && follower->seq >= follower->welcome_seq;
}
