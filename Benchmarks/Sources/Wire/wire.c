#include "wire.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATIENCE_MILLISECONDS = 5000 };

static SSL_CTX *shared_context(void) {
    static SSL_CTX *context;
    if (context != NULL) return context;
    context = SSL_CTX_new(TLS_client_method());
    if (context == NULL) {
        ERR_print_errors_fp(stderr);
        exit(1);
    }
    // Thousands of connections at rest keep no buffers.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    return context;
}

struct wire wire_make(int descriptor, bool secure) {
    struct wire wire = {.descriptor = descriptor};
    if (!secure) return wire;
    wire.tls = SSL_new(shared_context());
    if (wire.tls == NULL || SSL_set_fd(wire.tls, descriptor) != 1) {
        ERR_print_errors_fp(stderr);
        exit(1);
    }
    SSL_set_connect_state(wire.tls);
    return wire;
}

int wire_agree(struct wire *wire) {
    if (wire->tls == NULL) return 1;
    ERR_clear_error();
    int done = SSL_do_handshake(wire->tls);
    if (done == 1) return 1;
    return SSL_get_error(wire->tls, done) == SSL_ERROR_WANT_READ ? 0 : -1;
}

static bool wait_for(const struct wire *wire, short events) {
    struct pollfd waited = {.fd = wire->descriptor, .events = events};
    return poll(&waited, 1, PATIENCE_MILLISECONDS) == 1;
}

bool wire_open(struct wire *wire, const struct endpoint *endpoint) {
    *wire = wire_make(endpoint_open(), endpoint->secure);
    endpoint_connect(endpoint, wire->descriptor, 0);
    if (!wait_for(wire, POLLOUT)) return false;
    int agreed;
    while ((agreed = wire_agree(wire)) == 0)
        if (!wait_for(wire, POLLIN)) return false;
    char request[768];
    return agreed > 0 && wire_write(wire, request, endpoint_request(endpoint, request, sizeof request));
}

ssize_t wire_read(struct wire *wire, void *bytes) {
    if (wire->tls == NULL) return read(wire->descriptor, bytes, WIRE_ROOM);
    size_t length = 0;
    ERR_clear_error();
    int done = SSL_read_ex(wire->tls, bytes, WIRE_ROOM, &length);
    if (done == 1) return (ssize_t)length;
    int reason = SSL_get_error(wire->tls, done);
    if (reason == SSL_ERROR_ZERO_RETURN) return 0;
    errno = reason == SSL_ERROR_WANT_READ ? EAGAIN : EIO;
    return -1;
}

bool wire_write(struct wire *wire, const void *bytes, size_t length) {
    if (wire->tls == NULL) return write(wire->descriptor, bytes, length) == (ssize_t)length;
    size_t taken = 0;
    ERR_clear_error();
    return SSL_write_ex(wire->tls, bytes, length, &taken) == 1 && taken == length;
}

void wire_close(struct wire *wire) {
    SSL_free(wire->tls);
    wire->tls = NULL;
    close(wire->descriptor);
    wire->descriptor = -1;
}
