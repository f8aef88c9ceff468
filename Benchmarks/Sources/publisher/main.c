// One client of a relay that sends what the relay is to hand on. First line of output: connected.
//
// publisher --url URL [--subprotocol NAME] [--greeting HEX]   the greeting is sent first, as one binary message
// commands:  message BYTES PREFIX SUFFIX   what is sent: a payload of BYTES that looks like an offset and tells the time
//                             it was made (place_clock.h), between bytes in hexadecimal, - for none; binary where
//                             there are such bytes, else text
//            start RATE       RATE messages a second, without end
//            stop             one line of JSON: messages sent
//            turns N MILLISECONDS   N page turns as frames, 60 a second for so long each, with a pause between;
//                             one line of JSON when the last one is over
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "clocks.h"
#include "commands.h"
#include "endpoint.h"
#include "frames.h"
#include "hex.h"
#include "place_clock.h"
#include "wire.h"

enum { PART_BOUND = 128, PAYLOAD_LEAST = 46, PAYLOAD_BOUND = 1024, FRAMES_PER_SECOND = 60 };
// Frames' time to rest between two turns, as the mover of a room does.
enum { PAUSE_FRAMES = 10 };

struct part {
    uint8_t bytes[PART_BOUND];
    long length;
};

static int epoll_set, timer = -1;
static struct wire wire;
static unsigned payload_length;
static struct part prefix, suffix;
static unsigned long sent, turns_left, frames_left, frames_per_turn, pause_left;

static void fail(const char *sentence) {
    fprintf(stderr, "publisher: %s\n", sentence);
    exit(1);
}

static void write_frame(uint8_t opcode, const void *payload, size_t length) {
    uint8_t frame[PAYLOAD_BOUND + 2 * PART_BOUND + FRAME_HEADER_BOUND];
    size_t size = frame_write(frame, opcode, payload, length, true);
    if (!wire_write(&wire, frame, size)) fail("the server does not read");
}

static void publish(void) {
    uint8_t message[PAYLOAD_BOUND + 2 * PART_BOUND];
    char *payload = (char *)message + prefix.length;
    memcpy(message, prefix.bytes, (size_t)prefix.length);
    int used = snprintf(payload, PAYLOAD_BOUND, "{\"type\":\"offset\",\"by\":1,\"pos\":%ld,\"pad\":\"", place_of_now());
    memset(payload + used, 'x', payload_length - (unsigned)used);
    memcpy(payload + payload_length - 2, "\"}", 2);
    memcpy(payload + payload_length, suffix.bytes, (size_t)suffix.length);
    uint8_t opcode = prefix.length + suffix.length > 0 ? FRAME_BINARY : FRAME_TEXT;
    write_frame(opcode, message, (size_t)prefix.length + payload_length + (size_t)suffix.length);
    sent++;
}

static void report(void) {
    close(timer);
    timer = -1;
    printf("{\"samples\":%lu}\n", sent);
}

static void next_frame(void) {
    if (pause_left > 0) {
        if (--pause_left == 0 && turns_left-- == 0) return report();
        frames_left = frames_per_turn;
        return;
    }
    publish();
    if (--frames_left == 0) pause_left = PAUSE_FRAMES;
}

static void tick(void) {
    uint64_t expirations;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return;
    // What is late is made up for, so that all servers get as much to do; the last turn's end closes the timer.
    for (; expirations > 0 && timer >= 0; expirations--) {
        if (frames_per_turn > 0) next_frame();
        else publish();
    }
}

static bool read_part(struct part *part, const char *text) {
    part->length = strcmp(text, "-") == 0 ? 0 : hex_read(text, part->bytes, sizeof part->bytes);
    return part->length >= 0;
}

static void begin(unsigned rate) {
    sent = 0;
    timer = timer_make(1000000000ull / rate);
    watch(epoll_set, timer);
}

static void run(const char *line) {
    unsigned number = 0, milliseconds = 0;
    char before[2 * PART_BOUND + 1], after[2 * PART_BOUND + 1];
    if (timer < 0 && sscanf(line, "message %u %256s %256s", &number, before, after) == 3) {
        if (number < PAYLOAD_LEAST || number > PAYLOAD_BOUND || !read_part(&prefix, before) ||
            !read_part(&suffix, after))
            fail("no such message");
        payload_length = number;
    } else if (timer < 0 && payload_length > 0 && sscanf(line, "start %u", &number) == 1 && number > 0) {
        frames_per_turn = 0;
        begin(number);
    } else if (timer < 0 && payload_length > 0 && sscanf(line, "turns %u %u", &number, &milliseconds) == 2) {
        turns_left = number;
        frames_per_turn = (milliseconds * FRAMES_PER_SECOND + 500) / 1000;
        pause_left = PAUSE_FRAMES;
        begin(FRAMES_PER_SECOND);
    } else if (timer >= 0 && frames_per_turn == 0 && strcmp(line, "stop") == 0) {
        report();
    } else {
        fail("cannot do this now");
    }
}

static void on_data(void *context, const uint8_t *piece, size_t length, bool last) {
    (void)context, (void)piece, (void)length, (void)last;
}

static void on_control(void *context, uint8_t opcode, const uint8_t *payload, size_t length) {
    (void)context;
    if (opcode == FRAME_CLOSE) fail("closed by the server");
    if (opcode == FRAME_PING) write_frame(FRAME_PONG, payload, length);
}

static void receive(const struct part *greeting) {
    static struct upgrade_reader upgrade;
    static struct frame_reader reader;
    static bool upgraded;
    static uint8_t bytes[WIRE_ROOM];
    static const struct frame_handler handler = {on_data, on_control};
    ssize_t length = wire_read(&wire, bytes);
    if (length < 0 && errno == EAGAIN) return;
    if (length <= 0) fail("the connection ended");
    long start = 0;
    if (!upgraded) {
        start = upgrade_reader_take(&upgrade, bytes, (size_t)length, &upgraded);
        if (start < 0) fail("the server did not answer 101");
        if (!upgraded) return;
        if (greeting->length > 0) write_frame(FRAME_BINARY, greeting->bytes, (size_t)greeting->length);
        puts("connected");
    }
    if (!frame_reader_take(&reader, bytes + start, (size_t)(length - start), &handler, NULL)) fail("bad framing");
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGPIPE, SIG_IGN);
    struct endpoint endpoint = {0};
    struct part greeting = {0};
    bool fits = count % 2 == 1;
    for (int at = 1; fits && at < count; at += 2) {
        if (strcmp(arguments[at], "--url") == 0) fits = endpoint_parse(&endpoint, arguments[at + 1], 0);
        else if (strcmp(arguments[at], "--subprotocol") == 0) endpoint.subprotocol = arguments[at + 1];
        else fits = strcmp(arguments[at], "--greeting") == 0 && read_part(&greeting, arguments[at + 1]);
    }
    if (!fits || endpoint.host[0] == 0)
        return fputs("usage: publisher --url URL [--subprotocol NAME] [--greeting HEX]\n", stderr), 2;
    if (!wire_open(&wire, &endpoint)) fail("cannot connect");
    epoll_set = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll_set, wire.descriptor);
    watch(epoll_set, STDIN_FILENO);
    struct epoll_event events[8];
    for (;;) {
        int ready = epoll_wait(epoll_set, events, 8, -1);
        for (int at = 0; at < ready; at++) {
            if (events[at].data.fd == wire.descriptor) receive(&greeting);
            else if (events[at].data.fd != STDIN_FILENO) tick();
            else if (!commands_read(run)) return 0;
        }
    }
}
