// What is used of the C interface of µWebSockets, as the library in the socketify package (0.0.31) offers it.
//
// The library is opened while the program runs, so that the tools can be built without it.
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct app;
struct socket;
struct listener;

struct tls_files {
    const char *key, *certificate, *passphrase, *parameters, *authority, *ciphers;
    int low_memory;
};

struct place_to_listen {
    int port;
    const char *host;
    int options;
};

typedef void (*socket_handler)(struct socket *socket, void *user_data);
typedef void (*message_handler)(struct socket *socket, const char *message, size_t length, int opcode, void *user_data);
typedef void (*listen_handler)(struct listener *listener, struct place_to_listen place, void *user_data);

// Handlers of no use here have no type of their own; they stay NULL.
struct behaviour {
    int compression;
    unsigned int payload_bound;
    unsigned short idle_seconds;
    unsigned int backpressure_bound;
    bool closes_at_bound, sending_resets_idle, pings;
    unsigned short lifetime_minutes;
    void *upgrade;
    socket_handler open;
    message_handler message;
    void *drain, *ping, *pong, *close, *subscription;
};

// The first argument of each says whether there is TLS.
struct library {
    struct app *(*create)(int tls, struct tls_files files);
    void (*serve)(int tls, struct app *app, const char *pattern, struct behaviour behaviour, void *user_data);
    void (*listen)(int tls, struct app *app, struct place_to_listen place, listen_handler handler, void *user_data);
    void (*run)(int tls, struct app *app);
    bool (*subscribe)(int tls, struct socket *socket, const char *topic, size_t length);
    bool (*publish)(int tls, struct socket *socket, const char *topic, size_t topic_length, const char *message,
                    size_t length, int opcode, bool compress);
    int (*send)(int tls, struct socket *socket, const char *message, size_t length, int opcode);
    int (*port)(int tls, struct listener *listener);
};

// Opens it, or ends the program with a sentence.
struct library library_open(const char *path);

#endif
