#ifndef RIFFLE_CSSH_SHIM_H
#define RIFFLE_CSSH_SHIM_H

#include <libssh/libssh.h>
#include <libssh/callbacks.h>
#include <libssh/server.h>

// The type of a message is an int, its kinds are an enumeration without a sign.
static inline int riffle_ssh_is_keyboard_interactive(ssh_message message) {
    return ssh_message_type(message) == SSH_REQUEST_AUTH &&
        ssh_message_subtype(message) == (int)SSH_AUTH_METHOD_INTERACTIVE;
}

// Asks one question whose answer is not shown.
static inline int riffle_ssh_ask(ssh_message message, const char *question) {
    const char *prompts[] = {question};
    char echo[] = {0};
    return ssh_message_auth_interactive_request(message, "", "", 1, prompts, echo);
}

#endif
