// The load generator for `riffle gate`: many SSH clients in one thread that watch a room on terminals, and one that
// turns pages. First line of output: connected.
//
// sshviewers PORT ROOM VIEWERS KEY     KEY is the private key of a presenter, or - for none
// commands:  mark        one line of JSON: viewers, closed ones, bytes so far
//            turns N     N page turns, each when the pictures of the one before have come to rest; one line of JSON
//                        with the milliseconds from a key to the first bytes at the last viewer and at each viewer
//            deaf N      N more clients that come in and then never read
//            stall N     N more connections that send half a greeting and no more; each is replaced when it is ended
//            calm        ends these
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clocks.h"
#include "commands.h"
#include "endpoint.h"

enum { EXTRA_BOUND = 1000, COLUMNS = 80, ROWS = 24 };
static const uint64_t quiet_nanoseconds = 150000000, patience_nanoseconds = 3000000000u;

struct viewer {
    ssh_session session;
    ssh_channel channel;
    ssh_event event;
    struct ssh_channel_callbacks_struct callbacks;
    uint64_t bytes, first_at;  // first_at: the first bytes since the last key; 0 before
    bool closed;
};

static struct viewer *viewers, presenter, deaf[EXTRA_BOUND];
static int stalled[EXTRA_BOUND];
static unsigned count, deaf_count, stalled_count, waiting;
static uint64_t last_bytes_at;
static int epoll_set;
static unsigned short port;
static const char *room;

static void fail(const char *sentence, ssh_session session) {
    fprintf(stderr, "sshviewers: %s: %s\n", sentence, session != NULL ? ssh_get_error(session) : strerror(errno));
    exit(1);
}

static int received(ssh_session session, ssh_channel channel, void *data, uint32_t length, int is_error, void *context) {
    (void)session, (void)channel, (void)data, (void)is_error;
    struct viewer *viewer = context;
    last_bytes_at = wall_nanoseconds();
    viewer->bytes += length;
    if (viewer->first_at == 0) {
        viewer->first_at = last_bytes_at;
        if (waiting > 0 && viewer != &presenter) waiting--;
    }
    return (int)length;
}

static void log_in(struct viewer *viewer, const char *key) {
    if (key == NULL) {
        if (ssh_userauth_none(viewer->session, NULL) != SSH_AUTH_SUCCESS) fail("no login", viewer->session);
        return;
    }
    ssh_key private_key;
    if (ssh_pki_import_privkey_file(key, NULL, NULL, NULL, &private_key) != SSH_OK) fail("no key", NULL);
    if (ssh_userauth_publickey(viewer->session, NULL, private_key) != SSH_AUTH_SUCCESS)
        fail("no login with the key", viewer->session);
    ssh_key_free(private_key);
}

// Connects and opens a terminal, waiting for each answer. A viewer that listens is watched from then on.
static void open_viewer(struct viewer *viewer, const char *key, bool listens) {
    char user[80];
    int process_config = 0, number = port, one = 1;
    snprintf(user, sizeof user, key != NULL ? "%s+presenter" : "%s", room);
    viewer->session = ssh_new();
    ssh_options_set(viewer->session, SSH_OPTIONS_PROCESS_CONFIG, &process_config);
    ssh_options_set(viewer->session, SSH_OPTIONS_HOST, "127.0.0.1");
    ssh_options_set(viewer->session, SSH_OPTIONS_PORT, &number);
    ssh_options_set(viewer->session, SSH_OPTIONS_USER, user);
    ssh_options_set(viewer->session, SSH_OPTIONS_NODELAY, &one);
    if (ssh_connect(viewer->session) != SSH_OK) fail("no connection", viewer->session);
    log_in(viewer, key);
    viewer->channel = ssh_channel_new(viewer->session);
    if (ssh_channel_open_session(viewer->channel) != SSH_OK ||
        ssh_channel_request_pty_size(viewer->channel, "xterm-256color", COLUMNS, ROWS) != SSH_OK)
        fail("no terminal", viewer->session);
    viewer->callbacks = (struct ssh_channel_callbacks_struct){.userdata = viewer, .channel_data_function = received};
    ssh_callbacks_init(&viewer->callbacks);
    ssh_set_channel_callbacks(viewer->channel, &viewer->callbacks);
    if (ssh_channel_request_shell(viewer->channel) != SSH_OK) fail("no shell", viewer->session);
    ssh_set_blocking(viewer->session, 0);
    if (!listens) return;
    viewer->event = ssh_event_new();
    ssh_event_add_session(viewer->event, viewer->session);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = viewer};
    if (epoll_ctl(epoll_set, EPOLL_CTL_ADD, ssh_get_fd(viewer->session), &event) != 0) fail("epoll", NULL);
}

static void serve(struct viewer *viewer) {
    ssh_event_dopoll(viewer->event, 0);
    if (ssh_is_connected(viewer->session) && !ssh_channel_is_eof(viewer->channel)) return;
    epoll_ctl(epoll_set, EPOLL_CTL_DEL, ssh_get_fd(viewer->session), NULL);
    viewer->closed = true;
    if (waiting > 0 && viewer->first_at == 0) waiting--;
}

// A connection that has begun a handshake and will not go on.
static int stall(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
        write(descriptor, "SSH-2.0-ha", 10) != 10)
        fail("no connection to stall", NULL);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    return descriptor;
}

// Replaces stalled connections that the gate has ended.
static void stall_again(void) {
    char bytes[512];
    for (unsigned at = 0; at < stalled_count; at++) {
        ssize_t length = read(stalled[at], bytes, sizeof bytes);
        if (length > 0 || (length < 0 && errno == EAGAIN)) continue;
        close(stalled[at]);
        stalled[at] = stall();
    }
}

// Serves sockets until all viewers have bytes, or until none has had any for a while, or until patience ends.
static void serve_until(bool all, bool quiet) {
    struct epoll_event events[256];
    uint64_t begin = wall_nanoseconds();
    for (;;) {
        uint64_t now = wall_nanoseconds();
        if ((all && waiting == 0) || now - begin > patience_nanoseconds) return;
        if (quiet && now - (last_bytes_at > begin ? last_bytes_at : begin) > quiet_nanoseconds) return;
        int ready = epoll_wait(epoll_set, events, 256, 10);
        for (int at = 0; at < ready; at++)
            if (events[at].data.ptr != &epoll_set) serve(events[at].data.ptr);
    }
}

static int ascending(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return difference < 0 ? -1 : difference > 0;
}

static double percentile(double *sorted, size_t length, double share) {
    if (length == 0) return 0;
    size_t place = (size_t)((double)length * share);
    return sorted[place < length ? place : length - 1];
}

static void turn(unsigned turns) {
    if (presenter.session == NULL) fail("there is no presenter", NULL);
    double *last = calloc(turns, sizeof *last), *each = calloc((size_t)turns * count, sizeof *each);
    size_t samples = 0;
    unsigned missed = 0;
    uint64_t cpu = cpu_nanoseconds(), wall = wall_nanoseconds();
    for (unsigned number = 0; number < turns; number++) {
        stall_again();
        serve_until(false, true);
        waiting = 0;
        for (unsigned at = 0; at < count; at++) {
            viewers[at].first_at = 0;
            waiting += !viewers[at].closed;
        }
        uint64_t begin = wall_nanoseconds();
        if (ssh_channel_write(presenter.channel, number % 2 == 0 ? "l" : "h", 1) != 1) fail("no key", presenter.session);
        serve_until(true, false);
        for (unsigned at = 0; at < count; at++) {
            if (viewers[at].first_at == 0) {
                missed++;
                continue;
            }
            double milliseconds = (double)(viewers[at].first_at - begin) / 1e6;
            each[samples++] = milliseconds;
            if (milliseconds > last[number]) last[number] = milliseconds;
        }
        waiting = 0;
    }
    double percent = (double)(cpu_nanoseconds() - cpu) * 100 / (double)(wall_nanoseconds() - wall);
    qsort(last, turns, sizeof *last, ascending);
    qsort(each, samples, sizeof *each, ascending);
    printf("{\"turns\":%u,\"missed\":%u,\"lastP50\":%.2f,\"lastP99\":%.2f,\"eachP50\":%.2f,\"eachP99\":%.2f,\"percent\":%.0f}\n",
           turns, missed, percentile(last, turns, 0.5), percentile(last, turns, 0.99), percentile(each, samples, 0.5),
           percentile(each, samples, 0.99), percent);
    free(last), free(each);
}

static void mark(void) {
    uint64_t bytes = 0;
    unsigned closed = 0, shown = 0;
    serve_until(false, true);
    for (unsigned at = 0; at < count; at++) {
        bytes += viewers[at].bytes;
        closed += viewers[at].closed;
        shown += viewers[at].bytes > 0;
    }
    printf("{\"viewers\":%u,\"shown\":%u,\"closed\":%u,\"bytes\":%llu}\n", count, shown, closed, (unsigned long long)bytes);
}

static void run(const char *line) {
    unsigned number = 0;
    if (strcmp(line, "mark") == 0) return mark();
    if (sscanf(line, "turns %u", &number) == 1) return turn(number);
    if (sscanf(line, "deaf %u", &number) == 1)
        while (number-- > 0 && deaf_count < EXTRA_BOUND) open_viewer(&deaf[deaf_count++], NULL, false);
    if (sscanf(line, "stall %u", &number) == 1)
        while (number-- > 0 && stalled_count < EXTRA_BOUND) stalled[stalled_count++] = stall();
    if (strcmp(line, "calm") == 0) {
        while (deaf_count > 0) ssh_disconnect(deaf[--deaf_count].session);
        while (stalled_count > 0) close(stalled[--stalled_count]);
    }
    printf("{\"deaf\":%u,\"stalled\":%u}\n", deaf_count, stalled_count);
}

int main(int argument_count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argument_count != 5) return fprintf(stderr, "sshviewers PORT ROOM VIEWERS KEY\n"), 2;
    port = (unsigned short)atoi(arguments[1]);
    room = arguments[2];
    count = (unsigned)atoi(arguments[3]);
    if (raise_descriptor_limit() < count + EXTRA_BOUND)
        return fprintf(stderr, "sshviewers: too few descriptors for %u viewers\n", count), 2;
    ssh_init();
    epoll_set = epoll_create1(EPOLL_CLOEXEC);
    viewers = calloc(count, sizeof *viewers);
    for (unsigned at = 0; at < count; at++) open_viewer(&viewers[at], NULL, true);
    if (strcmp(arguments[4], "-") != 0) open_viewer(&presenter, arguments[4], true);
    printf("connected\n");
    struct epoll_event input = {.events = EPOLLIN, .data.ptr = &epoll_set}, events[256];
    if (epoll_ctl(epoll_set, EPOLL_CTL_ADD, STDIN_FILENO, &input) != 0) fail("standard input has to be a pipe", NULL);
    for (;;) {
        int ready = epoll_wait(epoll_set, events, 256, -1);
        for (int at = 0; at < ready; at++) {
            if (events[at].data.ptr != &epoll_set) serve(events[at].data.ptr);
            else if (!commands_read(run)) return 0;
        }
    }
}
