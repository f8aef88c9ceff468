import LoadTesting
import WebSocketLoop

/// One worker's share of a run, whatever its users speak.
protocol LoadWork: AnyObject {
    /// Told about once a second.
    var progress: (LoadProgress) -> Void { get set }

    /// Told how many stand at a barrier, when others' users are to meet them there.
    var meets: (BarrierStanding) -> Void { get set }

    /// Lets those who stand at a barrier go on.
    func open(barrier name: String)

    /// Calls `act` while `descriptor` can be read, as long as the run goes on.
    func watch(_ descriptor: Int32, _ act: @escaping () -> Void)

    func unwatch(_ descriptor: Int32)

    /// Lets everybody leave; said again, ends at once.
    func stop()

    /// Plays the share to its end.
    func run() -> LoadResult
}

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
