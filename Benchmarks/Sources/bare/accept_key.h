// The server's half of the opening handshake (RFC 6455 §4.2.2).
#ifndef ACCEPT_KEY_H
#define ACCEPT_KEY_H

// Writes the 28 characters and a zero that answer `key`, the client's Sec-WebSocket-Key of 24 characters.
void accept_key(char out[29], const char key[24]);

#endif
