#include "rota.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clocks.h"
#include "options.h"

static int timer;
static uint64_t begun_at, due_at, turns;

// At 0 the timer rests.
static void arm(uint64_t at) {
    struct itimerspec setting = {.it_value = {.tv_sec = (time_t)(at / 1000000000u), .tv_nsec = (long)(at % 1000000000u)}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
}

static void plan(void) {
    uint64_t period = options.turns * 1000000ull, begin = turns * period / options.actors;
    due_at = begun_at + begin + (uint64_t)random() % (period / options.actors);
}

int rota_make(void) {
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (timer >= 0) return timer;
    perror("crowd: timer");
    exit(1);
}

void rota_begin(void) {
    begun_at = wall_nanoseconds();
    turns = 0;
    plan();
    arm(due_at);
}

void rota_end(void) { arm(0); }

void rota_run(struct member *members) {
    uint64_t expirations;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return;
    for (uint64_t now = wall_nanoseconds(); due_at <= now; turns++, plan())
        member_turn(&members[turns % options.actors]);
    arm(due_at);
}
