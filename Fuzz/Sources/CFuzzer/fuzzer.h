#ifndef RIFFLE_FUZZER_H
#define RIFFLE_FUZZER_H

#include <stddef.h>
#include <stdint.h>

// The driver of libFuzzer, which the compiler links with -sanitize=fuzzer and ships no header for.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *bytes, size_t count));

#endif
