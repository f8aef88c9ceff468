#include "picture_files.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// The library's error handler, and the way out of it.
struct way_out {
    struct jpeg_error_mgr manager;
    jmp_buf place;
    int most_scans;
    int has_too_many_scans;
};

static void leave(j_common_ptr common) {
    struct way_out *way = (struct way_out *)common->err;
    longjmp(way->place, 1);
}

static void say_nothing(j_common_ptr common) { (void)common; }

static void say_no_message(j_common_ptr common, int level) {
    (void)common;
    (void)level;
}

// A progressive file repeats all of its picture in each scan, and may have any number of them.
static void count_scans(j_common_ptr common) {
    if (!common->is_decompressor) return;
    struct way_out *way = (struct way_out *)common->err;
    if (((j_decompress_ptr)common)->input_scan_number <= way->most_scans) return;
    way->has_too_many_scans = 1;
    longjmp(way->place, 1);
}

static struct jpeg_error_mgr *prepare(struct way_out *way, int most_scans) {
    memset(way, 0, sizeof *way);
    struct jpeg_error_mgr *manager = jpeg_std_error(&way->manager);
    manager->error_exit = leave;
    manager->output_message = say_nothing;
    manager->emit_message = say_no_message;
    way->most_scans = most_scans;
    return manager;
}

int riffle_jpeg_size(const uint8_t *bytes, size_t count, int *width, int *height) {
    struct jpeg_decompress_struct reader;
    struct way_out way;
    memset(&reader, 0, sizeof reader);
    reader.err = prepare(&way, 0);
    if (setjmp(way.place)) {
        jpeg_destroy_decompress(&reader);
        return RIFFLE_PICTURE_BROKEN;
    }
    jpeg_create_decompress(&reader);
    jpeg_mem_src(&reader, bytes, count);
    jpeg_read_header(&reader, TRUE);
    *width = (int)reader.image_width;
    *height = (int)reader.image_height;
    jpeg_destroy_decompress(&reader);
    return RIFFLE_PICTURE_DONE;
}

// Cyan, magenta, yellow and black become red, green, blue and full opacity. Programs of Adobe, which say that they wrote the
// file, store how much of each ink is missing.
static void mix_inks(uint8_t *row, JDIMENSION width, int is_inverted) {
    for (JDIMENSION column = 0; column < width; column++, row += 4) {
        int paper = is_inverted ? row[3] : 255 - row[3];
        for (int part = 0; part < 3; part++) {
            int missing = is_inverted ? row[part] : 255 - row[part];
            row[part] = (uint8_t)(missing * paper / 255);
        }
        row[3] = 255;
    }
}

int riffle_decode_jpeg(
    const uint8_t *bytes, size_t count, uint64_t most_pixels, int most_scans, struct riffle_pixels *pixels) {
    struct jpeg_decompress_struct reader;
    struct jpeg_progress_mgr progress;
    struct way_out way;
    // Volatile, as it changes between `setjmp` and `longjmp`.
    uint8_t *volatile buffer = NULL;
    memset(&reader, 0, sizeof reader);
    memset(&progress, 0, sizeof progress);
    reader.err = prepare(&way, most_scans);
    if (setjmp(way.place)) {
        jpeg_destroy_decompress(&reader);
        free(buffer);
        return way.has_too_many_scans ? RIFFLE_PICTURE_TOO_LARGE : RIFFLE_PICTURE_BROKEN;
    }
    jpeg_create_decompress(&reader);
    progress.progress_monitor = count_scans;
    reader.progress = &progress;
    jpeg_mem_src(&reader, bytes, count);
    jpeg_read_header(&reader, TRUE);
    if ((uint64_t)reader.image_width * reader.image_height > most_pixels) {
        jpeg_destroy_decompress(&reader);
        return RIFFLE_PICTURE_TOO_LARGE;
    }
    // The library turns four inks into no other colours.
    int has_inks = reader.jpeg_color_space == JCS_CMYK || reader.jpeg_color_space == JCS_YCCK;
    reader.out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(&reader);
    size_t row_bytes = (size_t)reader.output_width * 4;
    buffer = malloc(row_bytes * reader.output_height);
    if (buffer == NULL) {
        jpeg_destroy_decompress(&reader);
        return RIFFLE_PICTURE_NO_MEMORY;
    }
    while (reader.output_scanline < reader.output_height) {
        JSAMPROW row = buffer + row_bytes * reader.output_scanline;
        jpeg_read_scanlines(&reader, &row, 1);
        if (has_inks) mix_inks(row, reader.output_width, reader.saw_Adobe_marker);
    }
    pixels->width = (int)reader.output_width;
    pixels->height = (int)reader.output_height;
    jpeg_finish_decompress(&reader);
    jpeg_destroy_decompress(&reader);
    pixels->bytes = buffer;
    return RIFFLE_PICTURE_DONE;
}

int riffle_encode_jpeg(const struct riffle_pixels *pixels, int quality, uint8_t **bytes, size_t *count) {
    struct jpeg_compress_struct writer;
    struct way_out way;
    unsigned char *output = NULL;
    unsigned long size = 0;
    uint8_t *volatile row = NULL;
    memset(&writer, 0, sizeof writer);
    writer.err = prepare(&way, 0);
    if (setjmp(way.place)) {
        // The library may have freed what `output` points to.
        jpeg_destroy_compress(&writer);
        free(row);
        return RIFFLE_PICTURE_BROKEN;
    }
    row = malloc((size_t)pixels->width * 3);
    if (row == NULL) return RIFFLE_PICTURE_NO_MEMORY;
    jpeg_create_compress(&writer);
    jpeg_mem_dest(&writer, &output, &size);
    writer.image_width = (JDIMENSION)pixels->width;
    writer.image_height = (JDIMENSION)pixels->height;
    writer.input_components = 3;
    writer.in_color_space = JCS_RGB;
    jpeg_set_defaults(&writer);
    jpeg_set_quality(&writer, quality, TRUE);
    jpeg_start_compress(&writer, TRUE);
    while (writer.next_scanline < writer.image_height) {
        const uint8_t *source = pixels->bytes + (size_t)writer.next_scanline * (size_t)pixels->width * 4;
        for (int column = 0; column < pixels->width; column++) {
            int opacity = source[4 * column + 3];
            for (int part = 0; part < 3; part++) {
                row[3 * column + part] = (uint8_t)((source[4 * column + part] * opacity + 255 * (255 - opacity)) / 255);
            }
        }
        JSAMPROW line = row;
        jpeg_write_scanlines(&writer, &line, 1);
    }
    jpeg_finish_compress(&writer);
    jpeg_destroy_compress(&writer);
    free(row);
    *bytes = output;
    *count = size;
    return RIFFLE_PICTURE_DONE;
}
