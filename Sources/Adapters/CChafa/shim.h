#ifndef RIFFLE_CCHAFA_SHIM_H
#define RIFFLE_CCHAFA_SHIM_H

// chafa, which turns pixels into characters and sixels. CPictures uses it.
#include <chafa.h>

#endif
