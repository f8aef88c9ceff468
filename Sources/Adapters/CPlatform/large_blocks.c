#include "large_blocks.h"

#include <malloc.h>

void riffle_return_blocks_from(int bytes) {
    (void)mallopt(M_MMAP_THRESHOLD, bytes);
}
