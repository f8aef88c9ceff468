import WebSocketLoop

/// The bounds of a worker.
enum LoadLimits {
    /// A snapshot with a window of large pages.
    private static let messageBytes = 8 << 20
    /// A server under load may be slow; one that takes longer does not serve.
    private static let handshakeSeconds = 30
    private static let connections = 1_000_000

    static let reportMicroseconds: Int64 = 1_000_000
    /// For users to leave when the run is stopped.
    static let stopMicroseconds: Int64 = 5_000_000
    /// For the last answers to closes, which the loop itself bounds by a second.
    static let farewellMicroseconds: Int64 = 2_000_000

    static func options(authorities: TLSAuthorities?) -> SocketLoop.Options {
        SocketLoop.Options(
            maximumMessageBytes: messageBytes, maximumConnections: connections,
            handshakeTimeoutSeconds: handshakeSeconds, authorities: authorities)
    }
}
