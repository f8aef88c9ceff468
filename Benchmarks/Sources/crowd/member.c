#include "member.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clocks.h"
#include "place_clock.h"
#include "tally.h"

// Ports one source address is trusted with.
enum { CONNECTIONS_PER_ADDRESS = 20000 };

struct options options;
int epoll_set;

// PROTOCOL §6: a random time between the band's minimum and a bound that doubles with each attempt up to its maximum.
static uint64_t wait_nanoseconds(struct member *member) {
    long long low = member->follower.retry_minimum, high = low << (++member->attempts < 16 ? member->attempts : 16);
    if (high > member->follower.retry_maximum) high = member->follower.retry_maximum;
    return (uint64_t)(low + random() % (high - low + 1)) * 1000000u;
}

static void leave(struct member *member, bool returns) {
    if (member->state == AWAY || member->state == GONE) return;
    if (member->state == OPEN) tally.open--;
    if (member->joined) tally.joined--;
    if (member->joined || member->left_at == 0) member->left_at = wall_nanoseconds();
    member->joined = false;
    wire_close(&member->wire);
    // Who was never welcome does not know the band, and has nothing to come back to.
    bool knows = member->follower.retry_maximum > 0;
    member->state = returns && knows ? AWAY : GONE;
    if (member->state == AWAY) member->due_at = wall_nanoseconds() + wait_nanoseconds(member);
    if (member->state == GONE) tally.closed++;
}

static void lose(struct member *member) { leave(member, options.returns); }

void member_cut(struct member *member) { lose(member); }

static void send_frame(struct member *member, uint8_t opcode, const void *payload, size_t length) {
    uint8_t frame[512];
    size_t size = frame_write(frame, opcode, payload, length, true);
    // A crowd sends a line now and then: a socket that does not take it at once is as good as gone.
    if (!wire_write(&member->wire, frame, size)) lose(member);
}

static void on_object(void *context, const char *line, size_t length) {
    struct member *member = context;
    tally.objects++;
    if (object_is(line, length, "offset")) {
        long long position;
        tally.offsets++;
        // One from a drag; at rest and during an animation the position tells nothing.
        if (memmem(line, length, "\"by\":", 5) != NULL && object_number(line, length, "\"pos\":", &position))
            histogram_add(&tally.deliveries, place_age_microseconds(position));
        return;
    }
    if (options.counts) return;
    follower_take(&member->follower, line, length);
    if (options.turns > 0) turn_take(&member->turn, line, length);
}

static void note_arrival(struct member *member) {
    member->joined = true;
    tally.joined++;
    if (member->left_at == 0) return;
    histogram_add(&tally.returns, (wall_nanoseconds() - member->left_at) / 1000);
    tally.returned++;
    if (member->follower.recovered) tally.recovered++;
    member->left_at = 0;
    member->attempts = 0;
}

static void on_data(void *context, const uint8_t *piece, size_t length, bool last) {
    struct member *member = context;
    // What was read with the bytes that ended the connection.
    if (member->state != OPEN) return;
    tally.payload_bytes += length;
    object_reader_take(&member->objects, piece, length, last, on_object, member);
    if (!last) return;
    tally.messages++;
    if (member->joined) return;
    bool in = options.counts ? ++member->answers >= options.answers : follower_is_in_step(&member->follower);
    if (in) note_arrival(member);
}

static void on_control(void *context, uint8_t opcode, const uint8_t *payload, size_t length) {
    struct member *member = context;
    if (opcode == FRAME_PING) {
        tally.pings++;
        send_frame(member, FRAME_PONG, payload, length);
    } else if (opcode == FRAME_CLOSE && length >= 2) {
        tally.close_code = (unsigned)payload[0] << 8 | payload[1];
    }
}

// The smallest buffer Linux gives, and segments as on a telephone line: TCP's own buffers follow from them.
static void make_narrow(int descriptor) {
    int buffer = 2304, segment = 536;
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    setsockopt(descriptor, IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
}

void member_connect(struct member *member) {
    struct endpoint endpoint;
    endpoint_parse(&endpoint, options.url, member->room);
    memset(&member->upgrade, 0, sizeof member->upgrade);
    memset(&member->frames, 0, sizeof member->frames);
    member->objects.length = 0;
    member->due_at = 0;
    follower_begin(&member->follower);
    member->state = CONNECTING;
    member->wire = wire_make(endpoint_open(), endpoint.secure);
    if (member->wire.descriptor < 0) return lose(member);
    if (options.narrow) make_narrow(member->wire.descriptor);
    endpoint_connect(&endpoint, member->wire.descriptor, member->number / CONNECTIONS_PER_ADDRESS);
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.ptr = member};
    epoll_ctl(epoll_set, EPOLL_CTL_ADD, member->wire.descriptor, &event);
}

static void request_upgrade(struct member *member) {
    struct endpoint endpoint;
    char request[768];
    endpoint_parse(&endpoint, options.url, member->room);
    endpoint.subprotocol = options.subprotocol;
    size_t size = endpoint_request(&endpoint, request, sizeof request);
    if (!wire_write(&member->wire, request, size)) return lose(member);
    member->state = UPGRADING;
}

// Agrees on TLS, where that is asked for, and asks for the upgrade.
static void secure(struct member *member) {
    int agreed = wire_agree(&member->wire);
    if (agreed < 0) return lose(member);
    if (agreed > 0) request_upgrade(member);
}

// What is sent until the member is in never fills a socket, so only input is waited for from now on.
static void begin_securing(struct member *member) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = member};
    epoll_ctl(epoll_set, EPOLL_CTL_MOD, member->wire.descriptor, &event);
    member->state = SECURING;
    secure(member);
}

static void greet(struct member *member) {
    member->answers = 0;
    if (options.greeting_length > 0) send_frame(member, FRAME_BINARY, options.greeting, options.greeting_length);
}

static void join(struct member *member) {
    const struct follower *seen = &member->follower;
    char line[400];
    int length = snprintf(line, sizeof line, "{\"type\":\"join\",\"id\":1,\"role\":\"%s\",\"offsets\":\"%s\"", options.role,
                          options.offsets);
    if (seen->session[0] != 0)
        length += snprintf(line + length, sizeof line - (size_t)length,
                           ",\"since\":{\"epoch\":\"%s\",\"seq\":%lld},\"session\":\"%s\"", seen->epoch, seen->seq,
                           seen->session);
    length += snprintf(line + length, sizeof line - (size_t)length, "}");
    member->turn.id = 0;
    send_frame(member, FRAME_TEXT, line, (size_t)length);
}

static void enter(struct member *member) {
    member->state = OPEN;
    tally.open++;
    if (options.counts) greet(member);
    else join(member);
}

static void receive(struct member *member) {
    static uint8_t bytes[WIRE_ROOM];
    static const struct frame_handler handler = {on_data, on_control};
    ssize_t length = wire_read(&member->wire, bytes);
    if (length < 0 && errno == EAGAIN) return;
    if (length <= 0) return lose(member);
    long begin = 0;
    if (member->state == UPGRADING) {
        bool done = false;
        begin = upgrade_reader_take(&member->upgrade, bytes, (size_t)length, &done);
        if (begin < 0) return lose(member);
        if (done) enter(member);
    }
    if (member->state != OPEN) return;
    tally.wire_bytes += (uint64_t)(length - begin);
    if (!frame_reader_take(&member->frames, bytes + begin, (size_t)(length - begin), &handler, member)) lose(member);
}

void member_serve(struct member *member, uint32_t events) {
    if (member->state == CONNECTING) {
        if (events & (EPOLLERR | EPOLLHUP)) return lose(member);
        begin_securing(member);
    } else if (member->state == SECURING) {
        secure(member);
    } else if (member->state == UPGRADING || member->state == OPEN) {
        receive(member);
    }
}

void member_listen(struct member *member, bool listens) {
    if (member->state != OPEN) return;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = member};
    epoll_ctl(epoll_set, listens ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, member->wire.descriptor, &event);
}

void member_turn(struct member *member) {
    char line[128];
    size_t length = member->joined ? turn_ask(&member->turn, options.jumps, line, sizeof line) : 0;
    if (length > 0) send_frame(member, FRAME_TEXT, line, length);
}
