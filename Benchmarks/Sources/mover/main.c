// One member that drags the pager. First line of output: joined.
//
// mover URL [ROLE]
// commands:  drag RATE [EVENTS [edits]]   take hold and move within a page, RATE samples a second, without end; each
//                        place tells the time of the sample (place_clock.h). Beside it, as a presenter, EVENTS changes a
//                        second to the leash, or to the title of a page: reliable events for everybody
//            rest        let go where it was taken; one line of JSON: samples sent
//            settle MILLISECONDS   as a presenter: pages settle evenly in so long from now on
//            swipe N     N swipes of 12 samples, 16 ms apart, each waiting for the page to come to rest;
//                        one line of JSON: swipes completed and how long the drags and the settles took
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
#include "place_clock.h"
#include "wire.h"

enum { UNITS_PER_PAGE = 65536, MESSAGE_BOUND = 1 << 20, SWIPE_SAMPLES = 12 };
static const unsigned long long sample_nanoseconds = 16000000;
// Samples' time to rest between two swipes; and to wait for a page that never comes to rest.
enum { PAUSE_TICKS = 10, PATIENCE_TICKS = 600 };

enum activity { RESTING, DRAGGING, SWIPING, SETTLING, PAUSING };

static int epoll_set, timer = -1;
static struct wire wire;
static enum activity activity;
static unsigned long id, drag, sample, samples, swipes_left, ticks, rejects, begun, completed;
static unsigned samples_rate, events_rate;
static bool leash, edits;
static long long revision;
static const char *role = "member";
static uint64_t drag_began_at, drag_nanoseconds, settle_milliseconds;
static char message[MESSAGE_BOUND];
static size_t message_length;

static void fail(const char *sentence) {
    fprintf(stderr, "mover: %s\n", sentence);
    exit(1);
}

static void send_line(const char *text) {
    uint8_t frame[2048];
    size_t size = frame_write(frame, FRAME_TEXT, text, strlen(text), true);
    if (!wire_write(&wire, frame, size)) fail("the server does not read");
}

static void begin_drag(void) {
    char text[128];
    snprintf(text, sizeof text, "{\"type\":\"dragBegan\",\"id\":%lu,\"drag\":%lu}", ++id, ++drag);
    send_line(text);
    drag_began_at = wall_nanoseconds();
    sample = 0;
    begun++;
}

static void move(long by) {
    char text[128];
    snprintf(text, sizeof text, "{\"type\":\"dragMoved\",\"drag\":%lu,\"by\":%ld}", drag, by);
    send_line(text);
    samples++;
}

static void end_drag(long by, long velocity) {
    char text[160];
    snprintf(text, sizeof text, "{\"type\":\"dragEnded\",\"id\":%lu,\"drag\":%lu,\"by\":%ld,\"velocity\":%ld}", ++id, drag,
             by, velocity);
    send_line(text);
    drag_nanoseconds += wall_nanoseconds() - drag_began_at;
}

static void stop_timer(void) {
    if (timer >= 0) close(timer);
    timer = -1;
    activity = RESTING;
}

static void report(void) {
    printf("{\"begun\":%lu,\"completed\":%lu,\"samples\":%lu,\"rejects\":%lu,\"dragMilliseconds\":%.3f,"
           "\"settleMilliseconds\":%llu}\n",
           begun, completed, samples, rejects, (double)drag_nanoseconds / 1e6,
           (unsigned long long)settle_milliseconds);
}

static void change_leash(void) {
    char text[96];
    leash = !leash;
    snprintf(text, sizeof text, "{\"type\":\"leash\",\"id\":%lu,\"leash\":\"%s\"}", ++id, leash ? "back" : "free");
    send_line(text);
}

// Gives the page in the middle another title; the pages keep their ids, so everybody stays where they are.
static void edit(void) {
    static const char body[] = "A page with a sentence of some length, as somebody writes it who thinks meanwhile.";
    char text[1024];
    id++;
    snprintf(text, sizeof text,
             "{\"type\":\"content\",\"id\":%lu,\"revision\":%lld,\"pages\":[{\"id\":\"a\",\"title\":\"before\",\"body\":\"%s\"},"
             "{\"id\":\"b\",\"title\":\"edit %lu\",\"body\":\"%s\"},{\"id\":\"c\",\"title\":\"behind\",\"body\":\"%s\"}]}",
             id, revision, body, id, body, body);
    send_line(text);
}

// Whenever so many samples have gone by that one is due.
static void make_event(void) {
    if (events_rate == 0 || sample * events_rate / samples_rate == (sample - 1) * events_rate / samples_rate) return;
    if (edits) edit();
    else change_leash();
}

static void next_sample_of_drag(void) {
    sample++;
    move(place_of_now());
    make_event();
}

static void next_sample_of_swipe(void) {
    const long reach = UNITS_PER_PAGE * 6 / 10;
    if (++sample <= SWIPE_SAMPLES) return move(reach * (long)sample / SWIPE_SAMPLES);
    end_drag(reach, reach * 1000 / (16 * SWIPE_SAMPLES));
    ticks = 0;
    activity = SETTLING;
}

static void tick(void) {
    uint64_t expirations;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return;
    switch (activity) {
    case RESTING: break;
    case DRAGGING: next_sample_of_drag(); break;
    case SWIPING: next_sample_of_swipe(); break;
    case SETTLING:
        if (++ticks > PATIENCE_TICKS) fail("no completed within ten seconds of a release");
        break;
    case PAUSING:
        if (++ticks < PAUSE_TICKS) break;
        if (swipes_left-- == 0) {
            stop_timer();
            report();
        } else {
            begin_drag();
            activity = SWIPING;
        }
    }
}

static long long number_after(const char *line, const char *key) {
    const char *found = strstr(line, key);
    return found == NULL ? 0 : atoll(found + strlen(key));
}

static void take_line(const char *line) {
    if (strstr(line, "\"type\":\"welcome\"")) puts("joined");
    if (strstr(line, "\"type\":\"reject\"")) {
        rejects++;
        fprintf(stderr, "mover: %s\n", line);
    }
    if (strstr(line, "\"revision\":")) revision = number_after(line, "\"revision\":");
    if (strstr(line, "\"type\":\"animation\"") && activity == SETTLING)
        settle_milliseconds += (uint64_t)(number_after(line, "\"end\":") - number_after(line, "\"start\":"));
    if (strstr(line, "\"type\":\"completed\"") && activity == SETTLING) {
        completed++;
        ticks = 0;
        activity = PAUSING;
    }
}

static void on_data(void *context, const uint8_t *piece, size_t length, bool last) {
    (void)context;
    if (message_length + length >= MESSAGE_BOUND) fail("a message over 1 MiB");
    memcpy(message + message_length, piece, length);
    message_length += length;
    if (!last) return;
    message[message_length] = 0;
    message_length = 0;
    char *rest = NULL;
    for (char *line = strtok_r(message, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) take_line(line);
}

static void on_control(void *context, uint8_t opcode, const uint8_t *payload, size_t length) {
    (void)context;
    uint8_t frame[FRAME_CONTROL_BOUND + FRAME_HEADER_BOUND];
    if (opcode == FRAME_CLOSE) fail("closed by the server");
    if (opcode != FRAME_PING) return;
    size_t size = frame_write(frame, FRAME_PONG, payload, length, true);
    if (!wire_write(&wire, frame, size)) fail("the server does not read");
}

static void receive(void) {
    static struct upgrade_reader upgrade;
    static struct frame_reader reader;
    static bool upgraded;
    static uint8_t bytes[WIRE_ROOM];
    static const struct frame_handler handler = {on_data, on_control};
    ssize_t length = wire_read(&wire, bytes);
    if (length < 0 && errno == EAGAIN) return;
    if (length <= 0) fail("the connection ended");
    long begin = 0;
    if (!upgraded) {
        begin = upgrade_reader_take(&upgrade, bytes, (size_t)length, &upgraded);
        if (begin < 0) fail("the server did not answer 101");
        if (!upgraded) return;
        char text[128];
        snprintf(text, sizeof text, "{\"type\":\"join\",\"id\":%lu,\"role\":\"%s\",\"offsets\":\"none\"}", ++id, role);
        send_line(text);
    }
    if (!frame_reader_take(&reader, bytes + begin, (size_t)(length - begin), &handler, NULL)) fail("bad framing");
}

static void configure(unsigned settle) {
    char text[160];
    snprintf(text, sizeof text,
             "{\"type\":\"configure\",\"id\":%lu,\"preset\":\"threePage\","
             "\"settle\":{\"curve\":\"linear\",\"duration\":%u}}",
             ++id, settle);
    send_line(text);
}

static void run(const char *line) {
    unsigned number = 0, events = 0;
    if (activity == RESTING && sscanf(line, "settle %u", &number) == 1) return configure(number);
    char kind[8] = "";
    if (activity == RESTING && sscanf(line, "drag %u %u %7s", &number, &events, kind) >= 1 && number > 0) {
        edits = strcmp(kind, "edits") == 0;
        samples = begun = completed = rejects = drag_nanoseconds = settle_milliseconds = 0;
        samples_rate = number, events_rate = events;
        begin_drag();
        timer = timer_make(1000000000ull / number);
        activity = DRAGGING;
    } else if (activity == RESTING && sscanf(line, "swipe %u", &number) == 1 && number > 0) {
        samples = begun = completed = rejects = drag_nanoseconds = settle_milliseconds = 0;
        swipes_left = number;
        ticks = 0;
        timer = timer_make(sample_nanoseconds);
        activity = PAUSING;
    } else if (activity == DRAGGING && strcmp(line, "rest") == 0) {
        end_drag(0, 0);
        stop_timer();
        return report();
    } else {
        return fail("cannot do this now");
    }
    watch(epoll_set, timer);
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGPIPE, SIG_IGN);
    struct endpoint endpoint;
    if (count < 2 || count > 3 || !endpoint_parse(&endpoint, arguments[1], 0))
        return fputs("usage: mover URL [ROLE]\n", stderr), 2;
    if (count == 3) role = arguments[2];
    if (!wire_open(&wire, &endpoint)) fail("cannot connect");
    epoll_set = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll_set, wire.descriptor);
    watch(epoll_set, STDIN_FILENO);
    struct epoll_event events[8];
    for (;;) {
        int ready = epoll_wait(epoll_set, events, 8, -1);
        for (int at = 0; at < ready; at++) {
            if (events[at].data.fd == timer) tick();
            else if (events[at].data.fd == wire.descriptor) receive();
            else if (!commands_read(run)) return 0;
        }
    }
}
