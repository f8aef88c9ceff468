// When who turns a page: everybody who acts once in a period, all evenly spread, and each at a moment of chance within its
// share, as people do who know neither of each other nor of the server's clock.
#ifndef ROTA_H
#define ROTA_H

#include "member.h"

// The descriptor that can be read when somebody's turn has come; made once.
int rota_make(void);

void rota_begin(void);
void rota_end(void);

// Lets those turn a page whose moment has come.
void rota_run(struct member *members);

#endif
