import Glibc

/// The limit for open descriptors of the process: as many as its connections need.
///
/// Not more, because libwebsockets keeps a table of that size in each loop and scans it whenever a connection ends; with
/// the million that containers like to allow, the scan takes longer than all other work.
enum DescriptorLimit {
    /// Descriptors besides those of connections: standard streams, store, listeners, connections being refused.
    private static let slack = 256
    /// Event loop, wakers and timers of one loop.
    private static let perLoop = 16

    static func needed(connections: Int, loops: Int) -> Int { connections + slack + loops * perLoop }

    /// Sets the limit for this number of connections. Returns a warning when the system allows fewer; the rest then waits
    /// in the kernel's queue.
    static func set(connections: Int, loops: Int) -> String? {
        let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        var limit = rlimit()
        guard connections > 0, getrlimit(resource, &limit) == 0 else { return nil }
        let needed = needed(connections: connections, loops: loops)
        limit.rlim_cur = min(rlim_t(needed), limit.rlim_max)
        guard setrlimit(resource, &limit) == 0 else { return nil }
        return warning(connections: connections, needed: needed, allowed: limit.rlim_max)
    }

    static func warning(connections: Int, needed: Int, allowed: rlim_t) -> String? {
        guard rlim_t(needed) > allowed else { return nil }
        return "\(connections) connections need \(needed) descriptors, the system allows \(allowed) (ulimit -Hn)"
    }
}
