import Glibc
import Platform

/// The limit for open descriptors of the process: as many as its connections need.
///
/// Not more, because libwebsockets keeps a table of that size in each loop and scans it whenever a connection ends; with
/// the million that containers like to allow, the scan takes longer than all other work.
enum DescriptorLimit {
    /// Descriptors besides those of connections: standard streams, store, listeners, connections being refused.
    private static let slack = 256
    /// Event loop, wakers and timers of one loop.
    private static let perLoop = 16
    /// Descriptors kept free for the admin listener, for files, and for connections that are being refused. Newcomers do
    /// not get them: with no more than these left, the server is not ready for a newcomer.
    private static let reserve = 16

    static func needed(connections: Int, loops: Int) -> Int { connections + slack + loops * perLoop }

    /// Sets the limit for this number of connections. Returns a warning when the system allows fewer; the rest is then
    /// refused with 503.
    static func set(connections: Int, loops: Int) -> String? {
        var limit = rlimit()
        guard connections > 0, getrlimit(resource, &limit) == 0 else { return nil }
        let needed = needed(connections: connections, loops: loops)
        limit.rlim_cur = min(rlim_t(needed), limit.rlim_max)
        guard setrlimit(resource, &limit) == 0 else { return nil }
        return warning(connections: connections, needed: needed, allowed: limit.rlim_max)
    }

    /// Connections that the process has descriptors for now that everything else is open; nil when the limit is unknown.
    static var connections: Int? {
        allowed > 0 ? max(1, allowed - used - reserve) : nil
    }

    static func warning(connections: Int, needed: Int, allowed: rlim_t) -> String? {
        guard rlim_t(needed) > allowed else { return nil }
        return "\(connections) connections need \(needed) descriptors, the system allows \(allowed) (ulimit -Hn)"
    }

    private static let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))

    /// Descriptors that the process may have.
    static var allowed: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Open descriptors of the process, without opening one: Linux reports their number as the size of the folder (since
    /// 6.2; older kernels report 0, and then the folder is read).
    static var used: Int {
        var status = stat()
        if stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Int(status.st_size) }
        guard let folder = opendir("/proc/self/fd") else { return allowed }
        defer { closedir(folder) }
        // The entries include `.`, `..` and the descriptor of the folder itself.
        var count = -3
        while readdir(folder) != nil { count += 1 }
        return max(0, count)
    }

    private static let recentlyUsed = RecentFigure(milliseconds: 1_000) { used }

    /// Whether too few descriptors are free for newcomers, as of the last second: reading a folder with an entry for each
    /// connection takes milliseconds, and anybody may ask as often as they like.
    static var isReached: Bool {
        isReached(used: recentlyUsed.value(atMilliseconds: MonotonicClock.milliseconds), allowed: allowed)
    }

    static func isReached(used: Int, allowed: Int) -> Bool { used + reserve >= allowed }
}
