#ifndef RIFFLE_CQRCODE_SHIM_H
#define RIFFLE_CQRCODE_SHIM_H

// The encoder of QR codes. Everything used of it is a plain function, so nothing has to be written in C.
#include <qrencode.h>

#endif
