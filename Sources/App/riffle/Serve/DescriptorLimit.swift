import Glibc

/// How many descriptors the process may have open: as many as its connections need, no more and, if may be, no less.
///
/// No more, because libwebsockets keeps a table of that many places in each loop and goes through it whenever a
/// connection ends: with the million that containers like to allow, that takes longer than all the rest.
enum DescriptorLimit {
    /// For each connection one; besides them standard streams, store, listeners, and connections that are being refused.
    private static let slack = 256
    /// Event loop, wakers and timers of one loop.
    private static let perLoop = 16

    static func needed(connections: Int, loops: Int) -> Int { connections + slack + loops * perLoop }

    /// Sets the limit for so many connections. Tells in a sentence what is wrong when they are more than the system
    /// allows, which makes later ones wait in the kernel's queue.
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
