#ifndef RIFFLE_CPNG_SHIM_H
#define RIFFLE_CPNG_SHIM_H

// libpng. CPictures uses it: its errors are long jumps, which Swift cannot cross.
#include <png.h>

#endif
