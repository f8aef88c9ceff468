// WebSocket frames (RFC 6455 §5), as far as a load generator needs them.
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_CONTINUATION = 0, FRAME_TEXT = 1, FRAME_BINARY = 2, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };
enum { FRAME_CONTROL_BOUND = 125, FRAME_HEADER_BOUND = 14 };

// Where a reader of unmasked frames stands; all zero at the start. TCP may cut the stream anywhere.
struct frame_reader {
    uint8_t header[10];
    uint8_t header_length;
    uint8_t opcode;
    bool final;
    bool inside_payload;
    uint8_t control_length;
    uint8_t control[FRAME_CONTROL_BOUND];
    uint64_t remaining;
};

struct frame_handler {
    // A piece of a data message as it came; `last` with the message's last piece, which may be empty.
    void (*data)(void *context, const uint8_t *piece, size_t length, bool last);
    // A whole ping, pong or close.
    void (*control)(void *context, uint8_t opcode, const uint8_t *payload, size_t length);
};

// Takes in what was read. False when the peer broke the framing.
bool frame_reader_take(struct frame_reader *reader, const uint8_t *bytes, size_t length,
                       const struct frame_handler *handler, void *context);

// Writes one whole frame to `out`, which has room for FRAME_HEADER_BOUND more than `length`; returns its size.
size_t frame_write(uint8_t *out, uint8_t opcode, const void *payload, size_t length, bool masked);

#endif
