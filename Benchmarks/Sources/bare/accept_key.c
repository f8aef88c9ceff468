#include "accept_key.h"

#include <stdint.h>
#include <string.h>

static uint32_t rotate(uint32_t word, int bits) { return word << bits | word >> (32 - bits); }

// One block of SHA-1 (FIPS 180-4 §6.1.2).
static void sha1_block(uint32_t state[5], const uint8_t block[64]) {
    uint32_t words[80];
    for (int at = 0; at < 16; at++) {
        const uint8_t *byte = block + 4 * at;
        words[at] = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
    }
    for (int at = 16; at < 80; at++)
        words[at] = rotate(words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int at = 0; at < 80; at++) {
        uint32_t mix, constant;
        if (at < 20) {
            mix = (b & c) | (~b & d), constant = 0x5a827999;
        } else if (at < 40) {
            mix = b ^ c ^ d, constant = 0x6ed9eba1;
        } else if (at < 60) {
            mix = (b & c) | (b & d) | (c & d), constant = 0x8f1bbcdc;
        } else {
            mix = b ^ c ^ d, constant = 0xca62c1d6;
        }
        uint32_t next = rotate(a, 5) + mix + e + constant + words[at];
        e = d, d = c, c = rotate(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

void accept_key(char out[29], const char key[24]) {
    // Key and constant are 60 bytes, so with padding and length the message is exactly two blocks.
    uint8_t message[128] = {0};
    memcpy(message, key, 24);
    memcpy(message + 24, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    message[60] = 0x80;
    message[126] = 480 >> 8;
    message[127] = 480 & 0xff;
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    sha1_block(state, message);
    sha1_block(state, message + 64);

    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t digest[21] = {0};
    for (int at = 0; at < 20; at++) digest[at] = (uint8_t)(state[at / 4] >> (24 - 8 * (at % 4)));
    for (int group = 0; group < 7; group++) {
        uint32_t three = (uint32_t)digest[3 * group] << 16 | (uint32_t)digest[3 * group + 1] << 8 | digest[3 * group + 2];
        for (int at = 0; at < 4; at++) out[4 * group + at] = letters[three >> (18 - 6 * at) & 63];
    }
    out[27] = '=';
    out[28] = 0;
}
