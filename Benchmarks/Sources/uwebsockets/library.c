#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void find(void *handle, const char *name, void *place) {
    void *found = dlsym(handle, name);
    if (found == NULL) {
        fprintf(stderr, "uwebsockets: the library has no %s\n", name);
        exit(1);
    }
    memcpy(place, &found, sizeof found);
}

struct library library_open(const char *path) {
    void *handle = dlopen(path, RTLD_NOW);
    if (handle == NULL) {
        fprintf(stderr, "uwebsockets: %s\n", dlerror());
        exit(1);
    }
    struct library library;
    find(handle, "uws_create_app", &library.create);
    find(handle, "uws_ws", &library.serve);
    find(handle, "uws_app_listen_with_config", &library.listen);
    find(handle, "uws_app_run", &library.run);
    find(handle, "uws_ws_subscribe", &library.subscribe);
    find(handle, "uws_ws_publish_with_options", &library.publish);
    find(handle, "uws_ws_send", &library.send);
    find(handle, "us_socket_local_port", &library.port);
    return library;
}
