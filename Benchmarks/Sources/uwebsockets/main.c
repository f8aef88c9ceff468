// A relay on µWebSockets: what one client of a room says, all others of the room hear.
//
// uwebsockets LIBRARY [CERTIFICATE KEY]   first line of output: listening on ws://127.0.0.1:PORT, or wss://…; ends with
//                                         standard input
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "library.h"

enum { TEXT = 1, PAYLOAD_BOUND = 16384, BACKPRESSURE_BOUND = 1 << 20 };

static struct library library;
static int tls;

static void on_open(struct socket *socket, void *room) {
    static const char welcome[] = "{\"type\":\"welcome\"}";
    library.subscribe(tls, socket, room, strlen(room));
    library.send(tls, socket, welcome, sizeof welcome - 1, TEXT);
}

static void on_message(struct socket *socket, const char *message, size_t length, int opcode, void *room) {
    library.publish(tls, socket, room, strlen(room), message, length, opcode, false);
}

static void on_listening(struct listener *listener, struct place_to_listen place, void *user_data) {
    (void)place, (void)user_data;
    if (listener == NULL) {
        fputs("uwebsockets: cannot listen\n", stderr);
        exit(1);
    }
    printf("listening on %s://127.0.0.1:%d\n", tls ? "wss" : "ws", library.port(tls, listener));
}

// The library's loop has no place for standard input, so somebody else waits for its end.
static void *wait_for_the_end(void *context) {
    char ignored[256];
    while (read(STDIN_FILENO, ignored, sizeof ignored) > 0) {}
    _exit(0);
    return context;
}

static void serve(struct app *app, const char *pattern, char *room) {
    struct behaviour behaviour = {.payload_bound = PAYLOAD_BOUND,
                                  .backpressure_bound = BACKPRESSURE_BOUND,
                                  .open = on_open,
                                  .message = on_message};
    library.serve(tls, app, pattern, behaviour, room);
}

int main(int count, char **arguments) {
    if (count != 2 && count != 4) return fputs("usage: uwebsockets LIBRARY [CERTIFICATE KEY]\n", stderr), 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    library = library_open(arguments[1]);
    pthread_t waiter;
    if (pthread_create(&waiter, NULL, wait_for_the_end, NULL) != 0) return 1;
    struct tls_files files = {0};
    if (count == 4) tls = 1, files.certificate = arguments[2], files.key = arguments[3];
    struct app *app = library.create(tls, files);
    static char bench[] = "bench", idle[] = "idle";
    serve(app, "/rooms/bench", bench);
    serve(app, "/rooms/idle", idle);
    library.listen(tls, app, (struct place_to_listen){.port = 0, .host = "127.0.0.1"}, on_listening, NULL);
    library.run(tls, app);
    return 0;
}
