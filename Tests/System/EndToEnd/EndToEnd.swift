import Testing

/// Everything with real processes, real sockets and members on threads of their own.
///
/// One after the other: each scene has a server and several members at work, and times in it are measured.
@Suite(.serialized) enum EndToEnd {
    /// One loop, where home and mirror are the same thread, and two, where members are spread over both.
    static let loops = [1, 2]
}
