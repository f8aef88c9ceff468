import Testing

/// Tests with real processes, real sockets and a thread for each member.
///
/// Serialized: each test runs a server and several members, and measures times.
@Suite(.serialized) enum EndToEnd {
    /// One loop, with home and mirror on one thread, and two, with members on both.
    static let loops = [1, 2]
}
