#include "picture_files.h"

#include <stdlib.h>
#include <string.h>

int riffle_shrink(const struct riffle_pixels *pixels, int width, int height, struct riffle_pixels *smaller) {
    if (width < 1 || height < 1 || width > pixels->width || height > pixels->height) return RIFFLE_PICTURE_BROKEN;
    uint8_t *bytes = malloc((size_t)width * (size_t)height * 4);
    if (bytes == NULL) return RIFFLE_PICTURE_NO_MEMORY;
    for (int row = 0; row < height; row++) {
        int top = (int)((int64_t)row * pixels->height / height);
        int bottom = (int)((int64_t)(row + 1) * pixels->height / height);
        for (int column = 0; column < width; column++) {
            int left = (int)((int64_t)column * pixels->width / width);
            int right = (int)((int64_t)(column + 1) * pixels->width / width);
            uint64_t sums[3] = {0, 0, 0};
            uint64_t opacity = 0;
            for (int y = top; y < bottom; y++) {
                const uint8_t *pixel = pixels->bytes + ((size_t)y * (size_t)pixels->width + (size_t)left) * 4;
                for (int x = left; x < right; x++, pixel += 4) {
                    for (int part = 0; part < 3; part++) sums[part] += (uint64_t)pixel[part] * pixel[3];
                    opacity += pixel[3];
                }
            }
            uint64_t covered = (uint64_t)(bottom - top) * (uint64_t)(right - left);
            uint8_t *mean = bytes + ((size_t)row * (size_t)width + (size_t)column) * 4;
            for (int part = 0; part < 3; part++) mean[part] = opacity == 0 ? 0 : (uint8_t)(sums[part] / opacity);
            mean[3] = (uint8_t)(opacity / covered);
        }
    }
    smaller->bytes = bytes;
    smaller->width = width;
    smaller->height = height;
    return RIFFLE_PICTURE_DONE;
}

int riffle_turn(const struct riffle_pixels *pixels, int orientation, struct riffle_pixels *turned) {
    if (orientation < 2 || orientation > 8) return RIFFLE_PICTURE_BROKEN;
    int is_swapped = orientation > 4;
    int width = is_swapped ? pixels->height : pixels->width;
    int height = is_swapped ? pixels->width : pixels->height;
    uint8_t *bytes = malloc((size_t)width * (size_t)height * 4);
    if (bytes == NULL) return RIFFLE_PICTURE_NO_MEMORY;
    int from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    int from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    uint8_t *target = bytes;
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++, target += 4) {
            int x = is_swapped ? row : column;
            int y = is_swapped ? column : row;
            if (from_right) x = pixels->width - 1 - x;
            if (from_bottom) y = pixels->height - 1 - y;
            memcpy(target, pixels->bytes + ((size_t)y * (size_t)pixels->width + (size_t)x) * 4, 4);
        }
    }
    turned->bytes = bytes;
    turned->width = width;
    turned->height = height;
    return RIFFLE_PICTURE_DONE;
}
