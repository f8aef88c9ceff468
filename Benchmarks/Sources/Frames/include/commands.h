// One word per line on standard input steers a tool; the end of input ends it.
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>

// Reads what stands on standard input and calls `run` for each line. False at its end.
bool commands_read(void (*run)(const char *line));

// Adds a descriptor to an epoll set for reading, or ends the program with a sentence.
void watch(int epoll, int descriptor);

// A periodic timer, first due after one period; ends the program when there is none.
int timer_make(unsigned long long period_nanoseconds);

#endif
