#ifndef RIFFLE_CPCRE2_SHIM_H
#define RIFFLE_CPCRE2_SHIM_H

// Regular expressions over UTF-8. The functions used have names that end in _8.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
