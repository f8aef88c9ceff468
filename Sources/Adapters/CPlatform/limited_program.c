#define _GNU_SOURCE
#include "limited_program.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(int resource, unsigned long most) {
    struct rlimit limits = {.rlim_cur = most, .rlim_max = most};
    (void)setrlimit(resource, &limits);
}

// Runs between fork and exec: only calls that are safe in a process with other threads. Writes an error number to `report`.
static void become(
    char *const words[], char *const variables[], const char *folder, const int streams[3],
    const struct riffle_program_limits *limits, int report) {
    setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < 65; number++) (void)sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    // Moves the streams out of the way first, as one of them may have a number below 3.
    int moved[3];
    for (int number = 0; number < 3; number++) {
        moved[number] = fcntl(streams[number], F_DUPFD, 3);
        if (moved[number] < 0) goto failed;
    }
    int last = fcntl(report, F_DUPFD_CLOEXEC, 64);
    if (last < 0) goto failed;
    report = last;
    for (int number = 0; number < 3; number++) {
        if (dup2(moved[number], number) < 0) goto failed;
    }
    (void)close_range(3, (unsigned)report - 1, 0);
    (void)close_range((unsigned)report + 1, ~0U, 0);
    if (chdir(folder) != 0) goto failed;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, limits->file_bytes);
    limit(RLIMIT_CPU, limits->processor_seconds);
    limit(RLIMIT_DATA, limits->memory_bytes);
    if (limits->has_no_network && unshare(CLONE_NEWNET) != 0) (void)unshare(CLONE_NEWUSER | CLONE_NEWNET);
    execve(words[0], words, variables);
failed:;
    int code = errno;
    (void)!write(report, &code, sizeof code);
    _exit(127);
}

int riffle_start_limited(
    char *const words[], char *const variables[], const char *folder, const int streams[3],
    const struct riffle_program_limits *limits, pid_t *process) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return errno;
    pid_t child = fork();
    if (child < 0) {
        int code = errno;
        close(report[0]);
        close(report[1]);
        return code;
    }
    if (child == 0) become(words, variables, folder, streams, limits, report[1]);
    // Both sides do it, so that the group is there before either goes on.
    (void)setpgid(child, child);
    close(report[1]);
    int code = 0;
    ssize_t count;
    do count = read(report[0], &code, sizeof code);
    while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count != (ssize_t)sizeof code) code = 0;
    *process = child;
    return code;
}

int riffle_memory_file(const void *bytes, size_t count) {
    int file = memfd_create("riffle", MFD_CLOEXEC);
    if (file < 0) return -1;
    const char *rest = bytes;
    while (count > 0) {
        ssize_t written = write(file, rest, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            close(file);
            return -1;
        }
        rest += written;
        count -= (size_t)written;
    }
    (void)lseek(file, 0, SEEK_SET);
    return file;
}

int riffle_private_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
