#ifndef RIFFLE_CWEBSOCKETS_SHIM_H
#define RIFFLE_CWEBSOCKETS_SHIM_H

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

// Bytes the library writes in front of a payload; a macro with arithmetic in it, which Swift does not import.
static inline size_t riffle_ws_headroom(void) { return LWS_PRE; }

// A protocol table of one entry and its terminator. The library keeps pointing at both the table and the name,
// so they live until riffle_ws_protocols_free, after the context. `per_session_data_size` is not zero because
// the library only reports the beginning of a close (…_DROP_PROTOCOL) to sessions that have some data.
static inline struct lws_protocols *riffle_ws_protocols_new(
    const char *name, lws_callback_function *callback, size_t receive_bytes, size_t send_bytes) {
    struct lws_protocols *table = calloc(2, sizeof *table);
    if (!table)
        return NULL;
    table[0].name = strdup(name);
    table[0].callback = callback;
    table[0].per_session_data_size = 8;
    table[0].rx_buffer_size = receive_bytes;
    table[0].tx_packet_size = send_bytes;
    return table;
}

static inline void riffle_ws_protocols_free(struct lws_protocols *table) {
    free((void *)table[0].name);
    free(table);
}

// No pings and no timeouts of the library: the owner of the loop has its own rule, and the library keeps
// these timers in a sorted linked list, which costs O(connections) for every pong.
static const lws_retry_bo_t riffle_ws_no_keepalive = {0};

// One context with one vhost that listens nowhere (sockets are adopted), on a foreign libev loop. In C because the
// creation structure is full of conditional fields, and because Swift would have to pin several strings around it.
static inline struct lws_context *riffle_ws_context_new(
    void *event_loop, const struct lws_protocols *table, unsigned short header_bytes, unsigned handshake_seconds,
    void *user) {
    struct lws_context_creation_info info;
    void *loops[1] = {event_loop};
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = table;
    info.options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.foreign_loops = loops;
    info.max_http_header_data = header_bytes;
    // The library's own limit, 5 s unless it is set, comes after that of the loop.
    info.timeout_secs = handshake_seconds + 1;
    info.retry_and_idle_policy = &riffle_ws_no_keepalive;
    info.user = user;
    return lws_create_context(&info);
}

// The use of TLS by a virtual host.
enum riffle_ws_security {
    RIFFLE_WS_PLAIN,
    // Adopted sockets speak TLS. The receiver of …_LOAD_EXTRA_SERVER_VERIFY_CERTS adds the certificate.
    RIFFLE_WS_SECURE_SERVER,
    // Connections that ask for TLS use `trust`, which outlives the context.
    RIFFLE_WS_SECURE_CLIENT,
};

// DO_SSL_GLOBAL_INIT stands here and not with the context: there it would allocate the two indices of the
// library's objects again for each context, while other threads use them. OpenSSL 3 needs no initialisation,
// and without one the indices stay 0, which OpenSSL reserves for applications. Only HTTP/1.1 is offered, since the
// answers to plain requests are written by hand.
static inline struct lws_vhost *riffle_ws_vhost_new(
    struct lws_context *context, const struct lws_protocols *table, enum riffle_ws_security security, SSL_CTX *trust) {
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = table;
    info.options = LWS_SERVER_OPTION_VALIDATE_UTF8;
    if (security != RIFFLE_WS_PLAIN) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
        info.alpn = "http/1.1";
    }
    if (security == RIFFLE_WS_SECURE_SERVER)
        info.options |= LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX;
    info.provided_client_ssl_ctx = trust;
    // The library keeps pointing at the name, and compares it with the Host of each request.
    info.vhost_name = security == RIFFLE_WS_SECURE_CLIENT ? "secure clients" : "riffle";
    info.retry_and_idle_policy = &riffle_ws_no_keepalive;
    return lws_create_vhost(context, &info);
}

// Adopts an accepted socket with `opaque` set before the first callback; NULL means the socket has been closed.
static inline struct lws *riffle_ws_adopt(struct lws_vhost *vhost, int descriptor, size_t opaque) {
    lws_adopt_desc_t info;
    memset(&info, 0, sizeof info);
    info.vh = vhost;
    // The last flag has no effect on a virtual host without TLS.
    info.type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL;
    info.fd.sockfd = descriptor;
    info.opaque = (void *)opaque;
    return lws_adopt_descriptor_vhost_via_info(&info);
}

// Starts a client connection; NULL means it has failed already, perhaps after an error callback. `offer` is the list of
// subprotocols, NULL for none; `source` the address of this machine to connect from, NULL for the kernel's choice.
static inline struct lws *riffle_ws_connect(
    struct lws_context *context, struct lws_vhost *vhost, const char *address, int port, const char *path,
    const char *host, const char *protocol, const char *offer, const char *source, int is_secure, size_t opaque) {
    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = context;
    info.vhost = vhost;
    info.address = address;
    info.port = port;
    info.path = path;
    info.host = host;
    info.protocol = offer;
    info.iface = source;
    info.local_protocol_name = protocol;
    // Nothing is allowed that weakens the check of the server's certificate and of its name.
    info.ssl_connection = is_secure ? LCCSCF_USE_SSL : 0;
    info.alpn = "http/1.1";
    info.opaque_user_data = (void *)opaque;
    info.retry_and_idle_policy = &riffle_ws_no_keepalive;
    return lws_client_connect_via_info(&info);
}

// Adds `count` bytes of whole header lines to a handshake that is being written at `*place`, of which `room` bytes are
// free. Not 0 when they do not fit.
static inline int riffle_ws_append(void *place, size_t room, const void *bytes, size_t count) {
    unsigned char **end = place;
    if (count > room)
        return -1;
    memcpy(*end, bytes, count);
    *end += count;
    return 0;
}

// The number given at adoption or connection, 0 for the library's own internal objects.
static inline size_t riffle_ws_opaque(struct lws *wsi) { return (size_t)lws_get_opaque_user_data(wsi); }

// Begins closing at once. Only outside the library's callbacks: the object may be gone when this returns.
static inline void riffle_ws_close_now(struct lws *wsi) {
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

// The close frame's code and text, kept by the library until it is sent; text is at most 123 bytes.
static inline void riffle_ws_close_reason(struct lws *wsi, unsigned short code, const void *text, size_t count) {
    lws_close_reason(wsi, (enum lws_close_status)code, (unsigned char *)text, count);
}

// Writes the close frame that the library has ready, without waiting for the kernel to report room. Only outside the
// library's callbacks: the object may be gone when this returns.
static inline void riffle_ws_write_close(struct lws *wsi) {
    struct lws_pollfd socket = {.fd = lws_get_socket_fd(wsi), .events = LWS_POLLOUT, .revents = LWS_POLLOUT};
    lws_service_fd(lws_get_context(wsi), &socket);
}

#endif
