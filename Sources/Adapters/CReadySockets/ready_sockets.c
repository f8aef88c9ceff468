#include "ready_sockets.h"

#include "last_told.h"

#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// How many sockets a turn of the loop serves; where endings are paced, how many of those may be hung up by their peers,
// and how many nanoseconds later the next of them have their turn.
enum { READY_AT_ONCE = 64, ENDINGS_AT_ONCE = 2, ENDINGS_APART = 1000000 };

// Where sockets that hang up wait for their turn: a queue of the kernel's, out of which those that are closed meanwhile
// vanish by themselves. One for each thread, for no thread runs two loops at once.
struct endings {
    int arePaced;    // whether anybody has to wait at all
    int queue;       // the loop's, whose sockets these are; 0 before the first
    int descriptor;  // of the queue where they wait
    int areWaiting;  // none wait when it is 0
    int64_t dueAt;   // when the next have their turn
};

static _Thread_local struct endings endings_of_thread;

// From now on the endings of this queue, the first that is asked for, are meant.
static void begin(struct endings *endings, int arePaced, int queue) {
    if (endings->queue) close(endings->descriptor);
    *endings = (struct endings){arePaced, queue, queue ? epoll_create1(EPOLL_CLOEXEC) : -1, 0, 0};
}

void riffle_endings_pace(int arePaced) { begin(&endings_of_thread, arePaced, 0); }

static int epoll(int queue, struct epoll_event *found, int limit, int milliseconds) {
    return epoll_pwait(queue, found, limit, milliseconds, NULL);
}

static int epoll_ctl_now(int queue, int operation, int descriptor, struct epoll_event *wanted) {
    return (int)syscall(SYS_epoll_ctl, queue, operation, descriptor, wanted);
}

int riffle_epoll_watch(int queue, int operation, int descriptor, void *event) {
    struct epoll_event *wanted = event;
    if (wanted && operation != EPOLL_CTL_DEL) wanted->events |= EPOLLRDHUP;
    return epoll_ctl_now(queue, operation, descriptor, wanted);
}

// libev keeps the descriptor in the lower half of what comes with an event, and in the upper how often it was watched.
static int descriptor_of(const struct epoll_event *event) { return (int)(uint32_t)event->data.u64; }

// Lets a socket of the loop's queue wait. It may wait already: libev watches a socket again that it does not find.
static int put_off(const struct epoll_event *event, int queue, int endings) {
    struct epoll_event wanted = {EPOLLIN | EPOLLRDHUP, event->data};
    int descriptor = descriptor_of(event);
    if (epoll_ctl_now(endings, EPOLL_CTL_ADD, descriptor, &wanted) &&
        epoll_ctl_now(endings, EPOLL_CTL_MOD, descriptor, &wanted)) return 0;
    epoll_ctl_now(queue, EPOLL_CTL_DEL, descriptor, NULL);
    return 1;
}

// Puts one that waits back into the loop's queue; 0: it is there anyway, watched more recently.
static int put_back(const struct epoll_event *event, int queue, int endings) {
    struct epoll_event wanted = {EPOLLIN | EPOLLRDHUP, event->data};
    epoll_ctl_now(endings, EPOLL_CTL_DEL, descriptor_of(event), NULL);
    return epoll_ctl_now(queue, EPOLL_CTL_ADD, descriptor_of(event), &wanted) == 0;
}

static int has_hung_up(const struct epoll_event *event) {
    return (event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
}

// How many may hang up now; from the first on, the next ones have to wait a while.
static int endings_allowed(struct endings *endings) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    if (now < endings->dueAt) return 0;
    endings->dueAt = now + ENDINGS_APART;
    return ENDINGS_AT_ONCE;
}

// Those whose turn has come, back in the loop's own queue, which tells of them again until they have been read to the end.
static int endings_take(struct endings *endings, struct epoll_event *ready) {
    int allowed = endings_allowed(endings), taken = 0;
    if (allowed == 0) return 0;
    struct epoll_event found[ENDINGS_AT_ONCE];
    int count = epoll(endings->descriptor, found, allowed, 0);
    endings->areWaiting = count == allowed;
    for (int index = 0; index < count; index++)
        if (put_back(&found[index], endings->queue, endings->descriptor)) ready[taken++] = found[index];
    return taken;
}

static int contains(const struct epoll_event *events, int count, const struct epoll_event *event) {
    for (int index = 0; index < count; index++)
        if (events[index].data.u64 == event->data.u64) return 1;
    return 0;
}

// From `taken` on, where those before have had their turn already, leaves those that have not hung up, and as many of the
// others as may; how many there are then.
static int endings_sort(struct endings *endings, int queue, struct epoll_event *ready, int taken, int count) {
    int kept = taken, allowed = -1;
    for (int index = taken; index < count; index++) {
        struct epoll_event event = ready[index];
        if (has_hung_up(&event)) {
            if (contains(ready, taken, &event)) continue;
            if (allowed < 0) allowed = endings_allowed(endings);
            if (allowed == 0 && put_off(&event, queue, endings->descriptor)) {
                endings->areWaiting = 1;
                continue;
            }
            allowed -= allowed > 0;
        }
        ready[kept++] = event;
    }
    return kept;
}

static int look(int queue, struct epoll_event *ready, int limit, int milliseconds) {
    struct endings *endings = &endings_of_thread;
    if (limit > READY_AT_ONCE) limit = READY_AT_ONCE;
    if (limit <= ENDINGS_AT_ONCE || !endings->arePaced) return epoll(queue, ready, limit, milliseconds);
    if (endings->queue != queue) begin(endings, 1, queue);
    int taken = endings->areWaiting ? endings_take(endings, ready) : 0;
    if (taken) milliseconds = 0;
    else if (endings->areWaiting && (milliseconds < 0 || milliseconds > 1)) milliseconds = 1;
    int count = epoll(queue, ready + taken, limit - taken, milliseconds);
    if (count < 0) return taken ? taken : count;
    return endings_sort(endings, queue, ready, taken, taken + count);
}

int riffle_epoll_wait(int queue, void *events, int limit, int milliseconds) {
    int count = look(queue, events, limit, milliseconds);
    riffle_note_told(events, count);
    return count;
}
