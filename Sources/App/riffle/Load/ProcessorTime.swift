import Glibc

/// What this process has used of the processors.
enum ProcessorTime {
    /// By the process and in the kernel on its behalf, since it began.
    static var microseconds: Int64 {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Int64($1.tv_sec) * 1_000_000 + Int64($1.tv_usec) }
    }
}
