#ifndef RIFFLE_CRSVG_SHIM_H
#define RIFFLE_CRSVG_SHIM_H

// Drawings in SVG, and the decoder of JPEG that librsvg brings along.
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <librsvg/rsvg.h>

#endif
