#ifndef RIFFLE_SPAWN_SHELL_H
#define RIFFLE_SPAWN_SHELL_H

#include <sys/types.h>

// Starts `/bin/sh -c text` in a separate process group, with no signal blocked or ignored, without input, with its output on
// standard error, and with no other descriptor of this process. Returns 0 and sets `process`, or returns an error number.
// `limited_program.h` starts a program with limits.
int riffle_spawn_shell(const char *text, pid_t *process);

#endif
