// The floor: a server that does nothing but one write(2) of a ready frame per delivery, or one submission for all of them.
//
// bare [--ring] [--port P]   first line of output: listening on ws://127.0.0.1:PORT
//            --ring         hands the sends of a message to io_uring(7) together
// commands:  start BYTES RATE   send a text message of BYTES to everyone RATE times a second
//            stop               one line of JSON: deliveries and own processor time from the first to the last
//
// Each message tells the time it was made, as the position of a drag does (place_clock.h).
// Never blocks and drops nobody: what a full socket does not take is owed and sent when it has room, with
// the time of the newest message.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "accept_key.h"
#include "clocks.h"
#include "commands.h"
#include "endpoint.h"
#include "frames.h"
#include "place_clock.h"
#include "ring.h"

enum { REQUEST_BOUND = 1024, MESSAGE_LEAST = 46, MESSAGE_BOUND = 4096, PLACE_WIDTH = 6 };

struct connection {
    bool used, open;
    size_t owed;  // bytes of frames not yet taken by the socket
    size_t request_length;
    char *request;
};

static struct connection *connections;
static unsigned long connection_bound;
static int highest, epoll_set, listener, timer = -1;
static bool with_ring;
static uint8_t frame[MESSAGE_BOUND + FRAME_HEADER_BOUND];
static size_t frame_size;
static char *frame_place;  // where in the frame the time stands, PLACE_WIDTH letters
static uint64_t deliveries, choked, cpu_first, cpu_last, wall_first, wall_last;

static void interest(int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    epoll_ctl(epoll_set, EPOLL_CTL_MOD, descriptor, &event);
}

static void drop(int descriptor) {
    free(connections[descriptor].request);
    connections[descriptor] = (struct connection){0};
    close(descriptor);
}

static void accept_all(void) {
    for (;;) {
        int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) return;
        if ((unsigned long)descriptor >= connection_bound) {
            close(descriptor);
            return;
        }
        int on = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        connections[descriptor] = (struct connection){.used = true, .request = malloc(REQUEST_BOUND)};
        if (descriptor > highest) highest = descriptor;
        watch(epoll_set, descriptor);
    }
}

static void upgrade(int descriptor) {
    struct connection *connection = &connections[descriptor];
    ssize_t length = read(descriptor, connection->request + connection->request_length,
                          REQUEST_BOUND - 1 - connection->request_length);
    if (length <= 0) return drop(descriptor);
    connection->request_length += (size_t)length;
    connection->request[connection->request_length] = 0;
    if (strstr(connection->request, "\r\n\r\n") == NULL) return;
    const char *key = strcasestr(connection->request, "Sec-WebSocket-Key: ");
    if (key == NULL || strlen(key) < 19 + 24) return drop(descriptor);
    char accept[29], answer[512];
    accept_key(accept, key + 19);
    int size = snprintf(answer, sizeof answer,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: riffle.v1\r\n\r\n",
                        accept);
    // One message at once, so that a crowd sees from the first answer that it is in, as with any server.
    size += (int)frame_write((uint8_t *)answer + size, FRAME_TEXT, "{\"type\":\"welcome\"}", 18, false);
    if (write(descriptor, answer, (size_t)size) != size) return drop(descriptor);
    free(connection->request);
    connection->request = NULL;
    connection->open = true;
}

static void settle_debt(int descriptor) {
    struct connection *connection = &connections[descriptor];
    while (connection->owed > 0) {
        size_t left = (connection->owed - 1) % frame_size + 1;
        ssize_t sent = write(descriptor, frame + frame_size - left, left);
        if (sent < 0 && errno != EAGAIN) return drop(descriptor);
        if (sent < 0) return;
        connection->owed -= (size_t)sent;
    }
    interest(descriptor, EPOLLIN);
}

// A socket that did not take the whole frame; an error is negative.
static void incomplete(int descriptor, ssize_t sent) {
    if (sent < 0 && sent != -EAGAIN) return drop(descriptor);
    connections[descriptor].owed = frame_size - (sent > 0 ? (size_t)sent : 0);
    interest(descriptor, EPOLLIN | EPOLLOUT);
}

static void deliver(int descriptor) {
    struct connection *connection = &connections[descriptor];
    deliveries++;
    if (connection->owed > 0) {
        connection->owed += frame_size;
        choked++;
        return;
    }
    if (with_ring) return ring_add(descriptor, frame, frame_size, incomplete);
    ssize_t sent = write(descriptor, frame, frame_size);
    if (sent != (ssize_t)frame_size) incomplete(descriptor, sent < 0 ? -errno : sent);
}

static void write_place(void) {
    char digits[PLACE_WIDTH + 16];
    int length = snprintf(digits, sizeof digits, "%-*ld", PLACE_WIDTH, place_of_now());
    if (length == PLACE_WIDTH) memcpy(frame_place, digits, PLACE_WIDTH);
}

static void deliver_all(void) {
    uint64_t due;
    if (read(timer, &due, sizeof due) != sizeof due) return;
    if (deliveries == 0) cpu_first = cpu_nanoseconds(), wall_first = wall_nanoseconds();
    write_place();
    for (; due > 0; due--) {
        for (int descriptor = 0; descriptor <= highest; descriptor++)
            if (connections[descriptor].open) deliver(descriptor);
        if (with_ring) ring_flush(incomplete);
    }
    cpu_last = cpu_nanoseconds(), wall_last = wall_nanoseconds();
}

static void run(const char *line) {
    unsigned bytes, rate;
    if (timer < 0 && sscanf(line, "start %u %u", &bytes, &rate) == 2 && rate > 0 && bytes >= MESSAGE_LEAST &&
        bytes <= MESSAGE_BOUND) {
        // Shaped like an offset, so that a crowd classifies both servers' messages by the same work.
        char text[MESSAGE_BOUND + 64];
        int used = snprintf(text, sizeof text, "{\"type\":\"offset\",\"by\":1,\"pos\":%*s,\"pad\":\"", PLACE_WIDTH, "");
        memset(text + used, 'x', MESSAGE_BOUND);
        if (bytes >= (unsigned)used + 2) memcpy(text + bytes - 2, "\"}", 2);
        frame_size = frame_write(frame, FRAME_TEXT, text, bytes, false);
        frame_place = (char *)memmem(frame, frame_size, "\"pos\":", 6) + 6;
        deliveries = choked = cpu_first = cpu_last = wall_first = wall_last = 0;
        timer = timer_make(1000000000ull / rate);
        watch(epoll_set, timer);
    } else if (timer >= 0 && strcmp(line, "stop") == 0) {
        close(timer);
        timer = -1;
        printf("{\"deliveries\":%llu,\"choked\":%llu,\"cpuNanoseconds\":%llu,\"wallNanoseconds\":%llu}\n",
               (unsigned long long)deliveries, (unsigned long long)choked, (unsigned long long)(cpu_last - cpu_first),
               (unsigned long long)(wall_last - wall_first));
    } else {
        fprintf(stderr, "bare: cannot do: %s\n", line);
    }
}

static void serve(int descriptor, uint32_t events) {
    static char ignored[65536];
    if (!connections[descriptor].used) return;
    if (!connections[descriptor].open) return upgrade(descriptor);
    if (events & EPOLLOUT) settle_debt(descriptor);
    if (!(events & ~(uint32_t)EPOLLOUT)) return;
    ssize_t length = read(descriptor, ignored, sizeof ignored);
    if (length == 0 || (length < 0 && errno != EAGAIN)) drop(descriptor);
}

static void listen_on(unsigned port) {
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, SOMAXCONN) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        perror("bare");
        exit(1);
    }
    printf("listening on ws://127.0.0.1:%u\n", ntohs(address.sin_port));
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    connection_bound = raise_descriptor_limit();
    connections = calloc(connection_bound, sizeof *connections);
    epoll_set = epoll_create1(EPOLL_CLOEXEC);
    with_ring = count > 1 && strcmp(arguments[1], "--ring") == 0;
    if (with_ring) ring_open(), count--, arguments++;
    listen_on(count == 3 && strcmp(arguments[1], "--port") == 0 ? (unsigned)atoi(arguments[2]) : 0);
    watch(epoll_set, listener);
    watch(epoll_set, STDIN_FILENO);
    struct epoll_event events[512];
    for (;;) {
        int ready = epoll_wait(epoll_set, events, 512, -1);
        for (int at = 0; at < ready; at++) {
            int descriptor = events[at].data.fd;
            if (descriptor == listener) {
                accept_all();
            } else if (descriptor == STDIN_FILENO) {
                if (!commands_read(run)) return 0;
            } else if (descriptor == timer) {
                deliver_all();
            } else {
                serve(descriptor, events[at].events);
            }
        }
    }
}
