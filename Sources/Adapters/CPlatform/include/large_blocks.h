#ifndef RIFFLE_LARGE_BLOCKS_H
#define RIFFLE_LARGE_BLOCKS_H

// Gives blocks of this many bytes and more back to the system as soon as they are freed.
void riffle_return_blocks_from(int bytes);

#endif
