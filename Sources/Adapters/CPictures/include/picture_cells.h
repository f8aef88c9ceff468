#ifndef RIFFLE_PICTURE_CELLS_H
#define RIFFLE_PICTURE_CELLS_H

#include "picture_files.h"

// Pictures in characters and as sixels, by chafa.

// Fills `columns` times `rows` cells: a Unicode scalar each and, with `colours`, the colours of the character and of its ground as
// 0xRRGGBB or -1 for none. With colours the characters are half blocks, otherwise printable ASCII.
int riffle_draw_cells(
    const struct riffle_pixels *pixels, int columns, int rows, int colours, uint32_t *symbols, int32_t *inks,
    int32_t *grounds);

// The commands that draw a picture as sixels over so many cells of so many pixels.
int riffle_draw_sixels(
    const struct riffle_pixels *pixels, int columns, int rows, int cell_width, int cell_height, uint8_t **bytes,
    size_t *count);

#endif
