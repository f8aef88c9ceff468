// The load generator: many members in one thread that read and count and do nothing else.
//
// command `mark`: one line of JSON with the totals so far and, over the time since the mark before, the crowd's own
// processor use and how late its loop ran, with the verdict whether the crowd itself was the bottleneck.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clocks.h"
#include "commands.h"
#include "endpoint.h"
#include "frames.h"
#include "options.h"

// Above either of these the figures would be the crowd's and not the server's.
static const double utilisation_bound_percent = 85, lag_bound_milliseconds = 100;
// Opening handshakes under way at once, and ports one source address is trusted with.
enum { HANDSHAKES_BOUND = 128, CONNECTIONS_PER_ADDRESS = 20000 };
static const uint64_t tick_nanoseconds = 5000000;

enum state { CONNECTING, UPGRADING, OPEN, CLOSED };

struct connection {
    int descriptor;
    enum state state;
    bool joined;
    uint8_t matched;
    unsigned room;
    struct upgrade_reader upgrade;
    struct frame_reader reader;
};

static struct options options;
static struct needle offset_needle;
static struct connection *connections;
static int epoll_set, timer;
static unsigned started, open_count, joined_count, closed_count, close_code;
static uint64_t messages, objects, offsets, payload_bytes, wire_bytes, pings;
static uint64_t begun_at, expected_tick, worst_lag, mark_wall, mark_cpu;
static int command_descriptor_marker, timer_marker;

static void leave(struct connection *connection) {
    if (connection->state == CLOSED) return;
    if (connection->state == OPEN) open_count--;
    connection->state = CLOSED;
    closed_count++;
    close(connection->descriptor);
}

static void send_text(struct connection *connection, uint8_t opcode, const void *payload, size_t length) {
    uint8_t frame[512];
    size_t size = frame_write(frame, opcode, payload, length, true);
    // A crowd sends a line now and then: a socket that does not take it at once is as good as gone.
    if (write(connection->descriptor, frame, size) != (ssize_t)size) leave(connection);
}

static void on_data(void *context, const uint8_t *piece, size_t length, bool last) {
    struct connection *connection = context;
    payload_bytes += length;
    for (const uint8_t *at = piece; (at = memchr(at, '\n', (size_t)(piece + length - at))) != NULL; at++) objects++;
    offsets += needle_count(&offset_needle, &connection->matched, piece, length);
    if (!last) return;
    messages++;
    objects++;
    connection->matched = 0;
    if (connection->joined) return;
    connection->joined = true;
    joined_count++;
}

static void on_control(void *context, uint8_t opcode, const uint8_t *payload, size_t length) {
    struct connection *connection = context;
    if (opcode == FRAME_PING) {
        pings++;
        send_text(connection, FRAME_PONG, payload, length);
    } else if (opcode == FRAME_CLOSE && length >= 2) {
        close_code = (unsigned)payload[0] << 8 | payload[1];
    }
}

static void start_some(void) {
    uint64_t allowed = (wall_nanoseconds() - begun_at) / 1000 * options.rate / 1000000 + 1;
    while (started < options.connections && started < allowed &&
           started - open_count - closed_count < HANDSHAKES_BOUND) {
        struct connection *connection = &connections[started];
        struct endpoint endpoint;
        connection->room = started % options.rooms;
        endpoint_parse(&endpoint, options.url, connection->room);
        connection->descriptor = endpoint_connect(&endpoint, started / CONNECTIONS_PER_ADDRESS);
        started++;
        if (connection->descriptor < 0) {
            connection->state = CLOSED;
            closed_count++;
            continue;
        }
        struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.ptr = connection};
        epoll_ctl(epoll_set, EPOLL_CTL_ADD, connection->descriptor, &event);
    }
}

static void request_upgrade(struct connection *connection) {
    struct endpoint endpoint;
    char request[768];
    endpoint_parse(&endpoint, options.url, connection->room);
    size_t size = endpoint_request(&endpoint, request, sizeof request);
    if (write(connection->descriptor, request, size) != (ssize_t)size) return leave(connection);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    epoll_ctl(epoll_set, EPOLL_CTL_MOD, connection->descriptor, &event);
    connection->state = UPGRADING;
}

static void join(struct connection *connection) {
    char line[160];
    int length = snprintf(line, sizeof line, "{\"type\":\"join\",\"id\":1,\"role\":\"%s\",\"offsets\":\"%s\"}",
                          options.role, options.offsets);
    connection->state = OPEN;
    open_count++;
    send_text(connection, FRAME_TEXT, line, (size_t)length);
}

static void receive(struct connection *connection) {
    static uint8_t bytes[65536];
    static const struct frame_handler handler = {on_data, on_control};
    ssize_t length = read(connection->descriptor, bytes, sizeof bytes);
    if (length < 0 && errno == EAGAIN) return;
    if (length <= 0) return leave(connection);
    long begin = 0;
    if (connection->state == UPGRADING) {
        bool done = false;
        begin = upgrade_reader_take(&connection->upgrade, bytes, (size_t)length, &done);
        if (begin < 0) return leave(connection);
        if (done) join(connection);
    }
    if (connection->state != OPEN) return;
    wire_bytes += (uint64_t)(length - begin);
    if (!frame_reader_take(&connection->reader, bytes + begin, (size_t)(length - begin), &handler, connection))
        leave(connection);
}

static void tick(void) {
    uint64_t expirations;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return;
    uint64_t now = wall_nanoseconds();
    if (now > expected_tick && now - expected_tick > worst_lag) worst_lag = now - expected_tick;
    expected_tick += expirations * tick_nanoseconds;
    start_some();
}

static void run(const char *line) {
    if (strcmp(line, "mark") != 0) return;
    uint64_t wall = wall_nanoseconds(), cpu = cpu_nanoseconds();
    double seconds = (double)(wall - mark_wall) / 1e9;
    double percent = (double)(cpu - mark_cpu) / 1e7 / seconds, lag = (double)worst_lag / 1e6;
    bool bottleneck = percent > utilisation_bound_percent || lag > lag_bound_milliseconds;
    printf("{\"wanted\":%u,\"open\":%u,\"joined\":%u,\"closed\":%u,\"closeCode\":%u,\"messages\":%llu,"
           "\"objects\":%llu,\"offsets\":%llu,\"payloadBytes\":%llu,\"wireBytes\":%llu,\"pings\":%llu,"
           "\"seconds\":%.6f,\"utilisationPercent\":%.1f,\"worstLagMilliseconds\":%.1f,\"bottleneck\":%s,"
           "\"verdict\":\"generator: %.0f %% of one core, worst lag %.1f ms: %s\"}\n",
           options.connections, open_count, joined_count, closed_count, close_code, (unsigned long long)messages,
           (unsigned long long)objects, (unsigned long long)offsets, (unsigned long long)payload_bytes,
           (unsigned long long)wire_bytes, (unsigned long long)pings, seconds, percent, lag,
           bottleneck ? "true" : "false", percent, lag,
           bottleneck ? "the bottleneck, run void" : "not the bottleneck");
    mark_wall = wall, mark_cpu = cpu, worst_lag = 0;
}

static void watch_pointer(int descriptor, void *pointer) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = pointer};
    if (epoll_ctl(epoll_set, EPOLL_CTL_ADD, descriptor, &event) == 0) return;
    perror("crowd: standard input has to be a pipe or a terminal");
    exit(1);
}

static void dispatch(const struct epoll_event *event) {
    struct connection *connection = event->data.ptr;
    if (connection->state == CONNECTING) {
        if (event->events & (EPOLLERR | EPOLLHUP)) return leave(connection);
        request_upgrade(connection);
    } else if (connection->state != CLOSED) {
        receive(connection);
    }
    if (started < options.connections) start_some();
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    options = options_read(count, arguments);
    struct endpoint endpoint;
    if (!endpoint_parse(&endpoint, options.url, 0)) return fprintf(stderr, "crowd: bad URL %s\n", options.url), 2;
    if (raise_descriptor_limit() < options.connections + 16)
        return fprintf(stderr, "crowd: too few descriptors for %u connections\n", options.connections), 2;
    offset_needle = needle_make("\"type\":\"offset\"");
    connections = calloc(options.connections, sizeof *connections);
    epoll_set = epoll_create1(EPOLL_CLOEXEC);
    timer = timer_make(tick_nanoseconds);
    begun_at = mark_wall = wall_nanoseconds();
    expected_tick = begun_at + tick_nanoseconds;
    watch_pointer(timer, &timer_marker);
    watch_pointer(STDIN_FILENO, &command_descriptor_marker);
    struct epoll_event events[1024];
    for (;;) {
        int ready = epoll_wait(epoll_set, events, 1024, -1);
        for (int at = 0; at < ready; at++) {
            if (events[at].data.ptr == &timer_marker) {
                tick();
            } else if (events[at].data.ptr == &command_descriptor_marker) {
                if (!commands_read(run)) return 0;
            } else {
                dispatch(&events[at]);
            }
        }
    }
}
