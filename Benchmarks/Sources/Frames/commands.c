#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

bool commands_read(void (*run)(const char *line)) {
    // Lines are far shorter than a pipe's atomic write, so each read ends at a line's end.
    char text[4096];
    ssize_t length = read(STDIN_FILENO, text, sizeof text - 1);
    if (length < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (length <= 0) return false;
    text[length] = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) run(line);
    return true;
}

void watch(int epoll, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0) return;
    perror("epoll_ctl (standard input has to be a pipe or a terminal)");
    exit(1);
}

int timer_make(unsigned long long period_nanoseconds) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct timespec period = {.tv_sec = (time_t)(period_nanoseconds / 1000000000u),
                              .tv_nsec = (long)(period_nanoseconds % 1000000000u)};
    struct itimerspec setting = {.it_interval = period, .it_value = period};
    if (timer >= 0 && timerfd_settime(timer, 0, &setting, NULL) == 0) return timer;
    perror("timerfd");
    exit(1);
}
