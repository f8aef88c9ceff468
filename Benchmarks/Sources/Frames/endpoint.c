#include "endpoint.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

bool endpoint_parse(struct endpoint *endpoint, const char *url, unsigned room) {
    memset(endpoint, 0, sizeof *endpoint);
    endpoint->subprotocol = "riffle.v1";
    char path[128] = "/";
    unsigned port = 0;
    char address[64];
    endpoint->secure = strncmp(url, "wss://", 6) == 0;
    const char *rest = endpoint->secure ? url + 6 : strncmp(url, "ws://", 5) == 0 ? url + 5 : "";
    if (sscanf(rest, "%63[0-9.]:%u%127s", address, &port, path) < 2 || port == 0 || port > 65535) return false;
    endpoint->address.sin_family = AF_INET;
    endpoint->address.sin_port = htons((uint16_t)port);
    if (inet_pton(AF_INET, address, &endpoint->address.sin_addr) != 1) return false;
    snprintf(endpoint->host, sizeof endpoint->host, "%s:%u", address, port);
    char *mark = strstr(path, "{}");
    if (mark == NULL) {
        snprintf(endpoint->path, sizeof endpoint->path, "%s", path);
    } else {
        *mark = 0;
        snprintf(endpoint->path, sizeof endpoint->path, "%s%u%s", path, room, mark + 2);
    }
    return true;
}

int endpoint_open(void) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

void endpoint_connect(const struct endpoint *endpoint, int descriptor, unsigned source) {
    if (source > 0) {
        struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + source)};
        if (bind(descriptor, (struct sockaddr *)&from, sizeof from) != 0) perror("bind");
    }
    // In progress is the usual answer; any other failure shows up as an error event on the socket.
    (void)connect(descriptor, (const struct sockaddr *)&endpoint->address, sizeof endpoint->address);
}

size_t endpoint_request(const struct endpoint *endpoint, char *out, size_t room) {
    int length = snprintf(out, room,
                          "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: cmlmZmxlLWJlbmNobWFyaw==\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Protocol: %s\r\n\r\n",
                          endpoint->path, endpoint->host, endpoint->subprotocol);
    return (size_t)length;
}

long upgrade_reader_take(struct upgrade_reader *reader, const uint8_t *bytes, size_t length, bool *done) {
    static const char ending[] = "\r\n\r\n";
    for (size_t at = 0; at < length; at++) {
        if (reader->start_length < sizeof reader->start) reader->start[reader->start_length++] = (char)bytes[at];
        if ((char)bytes[at] == ending[reader->ending]) {
            reader->ending++;
        } else {
            reader->ending = bytes[at] == '\r';
        }
        if (reader->ending < 4) continue;
        *done = true;
        return memcmp(reader->start, "HTTP/1.1 101", 12) == 0 ? (long)at + 1 : -1;
    }
    return (long)length;
}

unsigned long raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return (unsigned long)limit.rlim_cur;
}
