#ifndef RIFFLE_PICTURE_FILES_H
#define RIFFLE_PICTURE_FILES_H

#include <stddef.h>
#include <stdint.h>

// Reading and writing PNG and JPEG. Functions that can fail return a `riffle_picture_end`; what they allocate is freed by `free`.

enum riffle_picture_end {
    RIFFLE_PICTURE_DONE = 0,
    // The bytes are no picture of this kind, or one that is not whole.
    RIFFLE_PICTURE_BROKEN = 1,
    // The picture has more pixels, or a progressive JPEG more scans, than is allowed.
    RIFFLE_PICTURE_TOO_LARGE = 2,
    RIFFLE_PICTURE_NO_MEMORY = 3,
};

// Rows of red, green, blue and opacity, 8 bits each.
struct riffle_pixels {
    uint8_t *bytes;
    int width;
    int height;
};

// The size that the file names, without its pixels.
int riffle_png_size(const uint8_t *bytes, size_t count, int *width, int *height);
int riffle_jpeg_size(const uint8_t *bytes, size_t count, int *width, int *height);

// Decodes a picture of at most `most_pixels`; the size is compared before anything is allocated for it.
int riffle_decode_png(const uint8_t *bytes, size_t count, uint64_t most_pixels, struct riffle_pixels *pixels);
// JPEGs in four inks become red, green and blue as printers mix them, without colour profiles.
int riffle_decode_jpeg(
    const uint8_t *bytes, size_t count, uint64_t most_pixels, int most_scans, struct riffle_pixels *pixels);

int riffle_encode_png(const struct riffle_pixels *pixels, uint8_t **bytes, size_t *count);
// Transparent parts become white.
int riffle_encode_jpeg(const struct riffle_pixels *pixels, int quality, uint8_t **bytes, size_t *count);

// Turns and mirrors a picture as cameras say how they were held: 2 to 8 in EXIF, of which 5 to 8 swap the sides.
int riffle_turn(const struct riffle_pixels *pixels, int orientation, struct riffle_pixels *turned);

// Makes a picture smaller: each new pixel is the mean of those it covers.
int riffle_shrink(const struct riffle_pixels *pixels, int width, int height, struct riffle_pixels *smaller);

#endif
