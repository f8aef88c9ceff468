#ifndef RIFFLE_CMARKDOWN_SHIM_H
#define RIFFLE_CMARKDOWN_SHIM_H

// CommonMark with GitHub's extensions: the parser, and the way to find and attach tables and task lists. Everything
// used of it is a plain function, so nothing has to be written in C.
#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm-core-extensions.h>

#endif
