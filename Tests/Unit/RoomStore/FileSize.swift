import Glibc

/// Limit of the size of this process's files, which simulates a failing disk.
enum FileSize {
    struct Failure: Error {}

    static func limit(bytes: Int?) throws {
        signal(SIGXFSZ, SIG_IGN)
        let resource = __rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue))
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
        guard setrlimit(resource, &limit) == 0 else { throw Failure() }
    }
}
