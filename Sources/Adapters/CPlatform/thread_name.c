#include "thread_name.h"

#include <sys/prctl.h>

void riffle_name_thread(const char *name) {
    (void)prctl(PR_SET_NAME, name);
}
