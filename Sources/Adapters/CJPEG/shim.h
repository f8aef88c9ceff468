#ifndef RIFFLE_CJPEG_SHIM_H
#define RIFFLE_CJPEG_SHIM_H

// libjpeg-turbo. CPictures uses it: its errors are long jumps, which Swift cannot cross.
#include <stdio.h>

#include <jpeglib.h>

#endif
