#ifndef RIFFLE_CCURL_SHIM_H
#define RIFFLE_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// Swift calls no functions with a variable number of arguments.

static inline void riffle_curl_text(CURL *curl, CURLoption option, const char *value) {
    curl_easy_setopt(curl, option, value);
}

static inline void riffle_curl_number(CURL *curl, CURLoption option, long value) { curl_easy_setopt(curl, option, value); }

static inline void riffle_curl_pointer(CURL *curl, CURLoption option, void *value) { curl_easy_setopt(curl, option, value); }

static inline void riffle_curl_list(CURL *curl, CURLoption option, struct curl_slist *list) {
    curl_easy_setopt(curl, option, list);
}

// The library keeps a copy of the bytes.
static inline void riffle_curl_bytes(CURL *curl, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    curl_easy_setopt(curl, option, &blob);
}

typedef size_t (*riffle_curl_writer)(char *bytes, size_t size, size_t count, void *data);

static inline void riffle_curl_writers(CURL *curl, riffle_curl_writer body, riffle_curl_writer header, void *data) {
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, data);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, data);
}

// Opens all sockets of the handle; CURL_SOCKET_BAD ends the transfer.
static inline void riffle_curl_opener(CURL *curl, curl_opensocket_callback open, void *data) {
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, data);
}

// The URL that is asked for now: after a redirect, that of the redirect. Valid until the library follows another one.
static inline const char *riffle_curl_url(CURL *curl) {
    const char *url = NULL;
    curl_easy_getinfo(curl, CURLINFO_EFFECTIVE_URL, &url);
    return url;
}

static inline long riffle_curl_status(CURL *curl) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// For the caller to free with curl_slist_free_all.
static inline struct curl_slist *riffle_curl_cookies(CURL *curl) {
    struct curl_slist *list = NULL;
    curl_easy_getinfo(curl, CURLINFO_COOKIELIST, &list);
    return list;
}

// The cookies and the connections of one user.
static inline CURLSH *riffle_curl_share_new(void) {
    CURLSH *share = curl_share_init();
    if (!share) return NULL;
    curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
    curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
    return share;
}

typedef int (*riffle_curl_socket)(CURL *curl, curl_socket_t socket, int what, void *data, void *socket_data);
typedef int (*riffle_curl_timer)(CURLM *multi, long milliseconds, void *data);

static inline void riffle_curl_multi_callbacks(
    CURLM *multi, riffle_curl_socket socket, riffle_curl_timer timer, void *data) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, data);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, data);
}

// The easy handle of the next transfer that has ended, with its result; NULL when there is none.
static inline CURL *riffle_curl_multi_ended(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

// Watches a socket for what the library waits for (CURL_POLL_…).
static inline void riffle_http_watch(int epoll, int descriptor, int what) {
    struct epoll_event event = {.events = 0, .data.fd = descriptor};
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
        return;
    }
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) != 0) epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

struct riffle_http_ready {
    int descriptor;
    // CURL_CSELECT_… bits.
    int events;
};

// Waits for ready sockets; returns their number, at most 64.
static inline int riffle_http_wait(int epoll, struct riffle_http_ready *ready, int milliseconds) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll, events, 64, milliseconds);
    for (int i = 0; i < count; i++) {
        ready[i].descriptor = events[i].data.fd;
        ready[i].events = (events[i].events & EPOLLIN ? CURL_CSELECT_IN : 0)
            | (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
            | (events[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    }
    return count < 0 ? 0 : count;
}

static inline int riffle_http_epoll_new(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int riffle_http_wake_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline void riffle_http_wake(int descriptor) {
    uint64_t one = 1;
    ssize_t ignored = write(descriptor, &one, sizeof one);
    (void)ignored;
}

static inline void riffle_http_wake_clear(int descriptor) {
    uint64_t count;
    ssize_t ignored = read(descriptor, &count, sizeof count);
    (void)ignored;
}

#endif
