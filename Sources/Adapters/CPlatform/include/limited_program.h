#ifndef RIFFLE_LIMITED_PROGRAM_H
#define RIFFLE_LIMITED_PROGRAM_H

#include <sys/types.h>

// Limits of a program and where it runs.
struct riffle_program_limits {
    unsigned long memory_bytes;
    unsigned long file_bytes;
    unsigned long processor_seconds;
    // Whether it gets a network of its own without any way out, where the system allows that.
    int has_no_network;
};

// Starts `words[0]` with the environment `variables` in `folder`, in a separate process group that ends with this process's
// thread, with these three descriptors as standard streams and no other one. Returns 0 and sets `process`, or an error number.
int riffle_start_limited(
    char *const words[], char *const variables[], const char *folder, const int streams[3],
    const struct riffle_program_limits *limits, pid_t *process);

// A file in memory that holds these bytes, to be read from its start. Returns its descriptor, or -1.
int riffle_memory_file(const void *bytes, size_t count);

// A pipe whose ends no other program inherits. Returns 0, or -1.
int riffle_private_pipe(int ends[2]);

#endif
