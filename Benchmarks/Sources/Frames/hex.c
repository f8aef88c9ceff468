#include "hex.h"

static int digit(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
    return -1;
}

long hex_read(const char *text, uint8_t *out, size_t room) {
    size_t length = 0;
    for (; text[0] != 0; text += 2) {
        int high = digit(text[0]), low = high < 0 ? -1 : digit(text[1]);
        if (low < 0 || length == room) return -1;
        out[length++] = (uint8_t)(high << 4 | low);
    }
    return (long)length;
}
