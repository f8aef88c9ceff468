// The client's side of a connection: address, TCP, opening handshake.
#ifndef ENDPOINT_H
#define ENDPOINT_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct endpoint {
    struct sockaddr_in address;
    char host[80];
    char path[160];
    bool secure;  // wss
    const char *subprotocol;  // asked for in the opening request
};

// Reads ws://ADDRESS:PORT/PATH, or wss://…, with a numeric IPv4 address. A `{}` in the path becomes `room`.
// The subprotocol is Riffle's until somebody says otherwise.
bool endpoint_parse(struct endpoint *endpoint, const char *url, unsigned room);

// A non-blocking socket without Nagle, or -1.
int endpoint_open(void);

// Starts its connection from 127.0.0.(1 + source).
void endpoint_connect(const struct endpoint *endpoint, int descriptor, unsigned source);

// Writes the opening request to `out`; returns its length.
size_t endpoint_request(const struct endpoint *endpoint, char *out, size_t room);

// Reads the answer to the opening request as it arrives; all zero at the start.
struct upgrade_reader {
    char start[12];
    uint8_t start_length;
    uint8_t ending;
};

// Bytes of `bytes` that belong to the answer; `done` when it is whole. -1 when it is not a 101.
long upgrade_reader_take(struct upgrade_reader *reader, const uint8_t *bytes, size_t length, bool *done);

// Raises the soft limit of open descriptors to the hard one and returns it.
unsigned long raise_descriptor_limit(void);

#endif
