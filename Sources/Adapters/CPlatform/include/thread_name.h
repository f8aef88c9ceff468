#ifndef RIFFLE_THREAD_NAME_H
#define RIFFLE_THREAD_NAME_H

// Names the calling thread for the kernel, which keeps the first 15 bytes. Needs no descriptor.
void riffle_name_thread(const char *name);

#endif
