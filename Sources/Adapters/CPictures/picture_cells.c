#include "picture_cells.h"

#include <chafa.h>
#include <stdlib.h>
#include <string.h>

static void draw(ChafaCanvas *canvas, const struct riffle_pixels *pixels) {
    chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels->bytes, pixels->width, pixels->height, pixels->width * 4);
}

int riffle_draw_cells(
    const struct riffle_pixels *pixels, int columns, int rows, int colours, uint32_t *symbols, int32_t *inks,
    int32_t *grounds) {
    ChafaSymbolMap *map = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE);
    if (colours) {
        chafa_symbol_map_add_by_range(map, 0x2580, 0x2580);
    } else {
        chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_ASCII);
    }
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_canvas_mode(config, colours ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_FGBG);
    chafa_canvas_config_set_symbol_map(config, map);
    if (!colours) {
        chafa_canvas_config_set_fg_only_enabled(config, TRUE);
        // Without it each cell is either full or empty.
        chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_DIFFUSION);
        chafa_canvas_config_set_dither_grain_size(config, 1, 1);
    }
    ChafaCanvas *canvas = chafa_canvas_new(config);
    draw(canvas, pixels);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            int place = row * columns + column;
            symbols[place] = chafa_canvas_get_char_at(canvas, column, row);
            inks[place] = grounds[place] = -1;
            if (colours) chafa_canvas_get_colors_at(canvas, column, row, &inks[place], &grounds[place]);
        }
    }
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    chafa_symbol_map_unref(map);
    return RIFFLE_PICTURE_DONE;
}

int riffle_draw_sixels(
    const struct riffle_pixels *pixels, int columns, int rows, int cell_width, int cell_height, uint8_t **bytes,
    size_t *count) {
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
    chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    draw(canvas, pixels);
    // Without a terminal, chafa writes what most terminals with sixels understand.
    GString *text = chafa_canvas_print(canvas, NULL);
    int end = RIFFLE_PICTURE_NO_MEMORY;
    *bytes = malloc(text->len);
    if (*bytes != NULL) {
        memcpy(*bytes, text->str, text->len);
        *count = text->len;
        end = RIFFLE_PICTURE_DONE;
    }
    g_string_free(text, TRUE);
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    return end;
}
