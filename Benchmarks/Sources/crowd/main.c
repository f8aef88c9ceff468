// The load generator: many members in one thread that read, follow their room by its numbers, and count.
//
// commands:  mark    one line of JSON with the totals so far and, over the time since the mark before, the times
//                    things took, the crowd's own processor use and how late its loop ran, with the verdict whether
//                    the crowd itself was the bottleneck
//            sleep   nobody reads
//            wake    everybody reads again
//            turn    with --turns, everybody begins to turn pages, and goes on
//            rest    until this
//            cut     every connection ends at once; with --returns yes all come back
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "clocks.h"
#include "commands.h"
#include "member.h"
#include "rota.h"
#include "tally.h"

// Above either of these the figures would be the crowd's and not the server's.
static const double utilisation_bound_percent = 85, lag_bound_milliseconds = 100;
// Opening handshakes under way at once while the crowd gathers.
enum { HANDSHAKES_BOUND = 128 };
static const uint64_t tick_nanoseconds = 5000000;

static struct member *members;
static int timer;
static unsigned started;
static uint64_t begun_at, expected_tick, worst_lag, mark_wall, mark_cpu;
static int command_descriptor_marker, timer_marker, rota_marker;

static void start_some(void) {
    uint64_t allowed = (wall_nanoseconds() - begun_at) / 1000 * options.rate / 1000000 + 1;
    while (started < options.connections && started < allowed &&
           started - tally.open - tally.closed < HANDSHAKES_BOUND) {
        struct member *member = &members[started];
        member->number = started;
        member->room = started % options.rooms;
        member_connect(member);
        started++;
    }
}

static void return_some(uint64_t now) {
    for (unsigned at = 0; at < started; at++)
        if (members[at].state == AWAY && members[at].due_at <= now) member_connect(&members[at]);
}

static void note_gathering(void) {
    if (tally.gathered_seconds == 0 && tally.joined == options.connections)
        tally.gathered_seconds = (double)(wall_nanoseconds() - begun_at) / 1e9;
}

static void tick(void) {
    uint64_t expirations;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return;
    uint64_t now = wall_nanoseconds();
    if (now > expected_tick && now - expected_tick > worst_lag) worst_lag = now - expected_tick;
    expected_tick += expirations * tick_nanoseconds;
    if (started < options.connections) start_some();
    if (options.returns && tally.joined < started) return_some(now);
}

static struct sight look(void) {
    struct sight sight = {.lowest_seq = started > 0 ? members[0].follower.seq : 0};
    for (unsigned at = 0; at < started; at++) {
        const struct follower *seen = &members[at].follower;
        if (seen->seq < sight.lowest_seq) sight.lowest_seq = seen->seq;
        if (seen->seq > sight.highest_seq) sight.highest_seq = seen->seq;
        sight.gaps += seen->gaps;
        sight.snapshots += seen->snapshots;
    }
    return sight;
}

static void mark(void) {
    uint64_t wall = wall_nanoseconds(), cpu = cpu_nanoseconds();
    double seconds = (double)(wall - mark_wall) / 1e9;
    double percent = (double)(cpu - mark_cpu) / 1e7 / seconds, lag = (double)worst_lag / 1e6;
    tally_report(look(), seconds, percent, lag, percent > utilisation_bound_percent || lag > lag_bound_milliseconds);
    mark_wall = wall, mark_cpu = cpu, worst_lag = 0;
}

static void run(const char *line) {
    if (strcmp(line, "mark") == 0) return mark();
    if (strcmp(line, "turn") == 0 && options.turns > 0) rota_begin();
    if (strcmp(line, "rest") == 0) rota_end();
    for (unsigned at = 0; at < started; at++) {
        if (strcmp(line, "sleep") == 0) member_listen(&members[at], false);
        else if (strcmp(line, "wake") == 0) member_listen(&members[at], true);
        else if (strcmp(line, "cut") == 0) member_cut(&members[at]);
    }
}

static void watch_pointer(int descriptor, void *pointer) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = pointer};
    if (epoll_ctl(epoll_set, EPOLL_CTL_ADD, descriptor, &event) == 0) return;
    perror("crowd: standard input has to be a pipe or a terminal");
    exit(1);
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGPIPE, SIG_IGN);
    options = options_read(count, arguments);
    struct endpoint endpoint;
    if (!endpoint_parse(&endpoint, options.url, 0)) return fprintf(stderr, "crowd: bad URL %s\n", options.url), 2;
    if (raise_descriptor_limit() < options.connections + 16)
        return fprintf(stderr, "crowd: too few descriptors for %u connections\n", options.connections), 2;
    srandom((unsigned)getpid());
    members = calloc(options.connections, sizeof *members);
    epoll_set = epoll_create1(EPOLL_CLOEXEC);
    timer = timer_make(tick_nanoseconds);
    begun_at = mark_wall = wall_nanoseconds();
    expected_tick = begun_at + tick_nanoseconds;
    watch_pointer(timer, &timer_marker);
    watch_pointer(rota_make(), &rota_marker);
    watch_pointer(STDIN_FILENO, &command_descriptor_marker);
    struct epoll_event events[1024];
    for (;;) {
        int ready = epoll_wait(epoll_set, events, 1024, -1);
        for (int at = 0; at < ready; at++) {
            if (events[at].data.ptr == &timer_marker) {
                tick();
            } else if (events[at].data.ptr == &rota_marker) {
                rota_run(members);
            } else if (events[at].data.ptr == &command_descriptor_marker) {
                if (!commands_read(run)) return 0;
            } else {
                member_serve(events[at].data.ptr, events[at].events);
                if (started < options.connections) start_some();
                note_gathering();
            }
        }
    }
}
