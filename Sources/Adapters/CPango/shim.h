#ifndef RIFFLE_CPANGO_SHIM_H
#define RIFFLE_CPANGO_SHIM_H

// Pango for texts, and Cairo with its surfaces for PDF and PNG.
#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#endif
