#include "frames.h"

#include <string.h>

static size_t header_size(const struct frame_reader *reader) {
    if (reader->header_length < 2) return 2;
    uint8_t code = reader->header[1] & 0x7f;
    return code == 127 ? 10 : code == 126 ? 4 : 2;
}

static bool begin_payload(struct frame_reader *reader) {
    const uint8_t *header = reader->header;
    if ((header[0] & 0x70) || (header[1] & 0x80)) return false;
    reader->final = header[0] & 0x80;
    reader->opcode = header[0] & 0x0f;
    uint64_t length = header[1];
    if (length >= 126) {
        length = 0;
        for (size_t at = 2; at < header_size(reader); at++) length = length << 8 | header[at];
    }
    if (reader->opcode >= FRAME_CLOSE && (length > FRAME_CONTROL_BOUND || !reader->final)) return false;
    reader->remaining = length;
    reader->control_length = 0;
    reader->inside_payload = true;
    return true;
}

bool frame_reader_take(struct frame_reader *reader, const uint8_t *bytes, size_t length,
                       const struct frame_handler *handler, void *context) {
    const uint8_t *end = bytes + length;
    while (bytes < end || reader->inside_payload) {
        if (!reader->inside_payload) {
            reader->header[reader->header_length++] = *bytes++;
            if (reader->header_length == header_size(reader) && reader->header_length >= 2) {
                if (!begin_payload(reader)) return false;
            }
            continue;
        }
        size_t here = (size_t)(end - bytes) < reader->remaining ? (size_t)(end - bytes) : (size_t)reader->remaining;
        bool whole = here == reader->remaining;
        if (reader->opcode >= FRAME_CLOSE) {
            memcpy(reader->control + reader->control_length, bytes, here);
            reader->control_length += (uint8_t)here;
            if (whole) handler->control(context, reader->opcode, reader->control, reader->control_length);
        } else if (here > 0 || whole) {
            handler->data(context, bytes, here, whole && reader->final);
        }
        bytes += here;
        reader->remaining -= here;
        if (!whole) return true;
        reader->inside_payload = false;
        reader->header_length = 0;
    }
    return true;
}

size_t frame_write(uint8_t *out, uint8_t opcode, const void *payload, size_t length, bool masked) {
    static const uint8_t key[4] = {0x5a, 0xc3, 0x17, 0x9e};
    size_t at = 0;
    out[at++] = 0x80 | opcode;
    uint8_t mask = masked ? 0x80 : 0;
    if (length < 126) {
        out[at++] = mask | (uint8_t)length;
    } else if (length < 65536) {
        out[at++] = mask | 126;
        out[at++] = (uint8_t)(length >> 8);
        out[at++] = (uint8_t)length;
    } else {
        out[at++] = mask | 127;
        for (int shift = 56; shift >= 0; shift -= 8) out[at++] = (uint8_t)((uint64_t)length >> shift);
    }
    if (masked) {
        memcpy(out + at, key, 4);
        at += 4;
    }
    const uint8_t *from = payload;
    for (size_t index = 0; index < length; index++) out[at + index] = from[index] ^ (masked ? key[index & 3] : 0);
    return at + length;
}
