#include "picture_files.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

// Opens a file with the simplified interface of libpng, which catches its own errors.
static int begin(const uint8_t *bytes, size_t count, png_image *image) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(image, bytes, count)) return RIFFLE_PICTURE_BROKEN;
    return RIFFLE_PICTURE_DONE;
}

int riffle_png_size(const uint8_t *bytes, size_t count, int *width, int *height) {
    png_image image;
    int end = begin(bytes, count, &image);
    if (end == RIFFLE_PICTURE_DONE) {
        *width = (int)image.width;
        *height = (int)image.height;
    }
    png_image_free(&image);
    return end;
}

int riffle_decode_png(const uint8_t *bytes, size_t count, uint64_t most_pixels, struct riffle_pixels *pixels) {
    png_image image;
    int end = begin(bytes, count, &image);
    uint8_t *buffer = NULL;
    if (end == RIFFLE_PICTURE_DONE && (uint64_t)image.width * image.height > most_pixels) end = RIFFLE_PICTURE_TOO_LARGE;
    if (end == RIFFLE_PICTURE_DONE) {
        image.format = PNG_FORMAT_RGBA;
        // Not all of a broken file is written; the rest is transparent.
        buffer = calloc((size_t)image.width * image.height, 4);
        if (buffer == NULL) end = RIFFLE_PICTURE_NO_MEMORY;
    }
    if (end == RIFFLE_PICTURE_DONE && !png_image_finish_read(&image, NULL, buffer, 0, NULL)) end = RIFFLE_PICTURE_BROKEN;
    if (end == RIFFLE_PICTURE_DONE) {
        pixels->bytes = buffer;
        pixels->width = (int)image.width;
        pixels->height = (int)image.height;
    } else {
        free(buffer);
    }
    png_image_free(&image);
    return end;
}

int riffle_encode_png(const struct riffle_pixels *pixels, uint8_t **bytes, size_t *count) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)pixels->width;
    image.height = (png_uint_32)pixels->height;
    // A picture without transparent parts is a quarter smaller without their channel.
    size_t total = (size_t)pixels->width * (size_t)pixels->height;
    int is_opaque = 1;
    for (size_t place = 0; place < total && is_opaque; place++) is_opaque = pixels->bytes[4 * place + 3] == 255;
    const uint8_t *source = pixels->bytes;
    uint8_t *plain = NULL;
    image.format = PNG_FORMAT_RGBA;
    if (is_opaque) {
        plain = malloc(total * 3);
        if (plain == NULL) return RIFFLE_PICTURE_NO_MEMORY;
        for (size_t place = 0; place < total; place++) memcpy(plain + 3 * place, pixels->bytes + 4 * place, 3);
        source = plain;
        image.format = PNG_FORMAT_RGB;
    }
    int end = RIFFLE_PICTURE_BROKEN;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *buffer = malloc(size);
    if (buffer == NULL) {
        end = RIFFLE_PICTURE_NO_MEMORY;
    } else if (png_image_write_to_memory(&image, buffer, &size, 0, source, 0, NULL)) {
        *bytes = buffer;
        *count = size;
        end = RIFFLE_PICTURE_DONE;
    } else {
        free(buffer);
    }
    png_image_free(&image);
    free(plain);
    return end;
}
