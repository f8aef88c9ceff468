import LoadTesting
import WebSocketLoop

/// One worker's share of a run, for any wire format.
protocol LoadWork: AnyObject {
    /// Called with each whole second of the run, soon after it.
    var secondPassed: (LoadSecond) -> Void { get set }

    /// Called when the users of this worker at a barrier change, if other workers have users there.
    var barrierChanged: (BarrierState) -> Void { get set }

    /// Called when users of this worker have caused events that users of other workers receive.
    var eventsCaused: ([EventCause]) -> Void { get set }

    /// Users of other workers have caused these events.
    func note(_ causes: [EventCause])

    /// Lets the users at a barrier continue.
    func open(barrier name: String)

    /// Calls `act` whenever `descriptor` is readable during the run.
    func watch(_ descriptor: Int32, _ act: @escaping () -> Void)

    func unwatch(_ descriptor: Int32)

    /// Lets all users leave. A second call ends the run at once.
    func stop()

    /// Plays the share to its end.
    func run() -> LoadResult
}

/// Limits of a worker.
enum LoadLimits {
    /// Size of a snapshot with a window of large pages.
    private static let messageBytes = 8 << 20
    /// Limit for the handshake, long because a server under load may be slow.
    private static let handshakeSeconds = 30
    private static let connections = 1_000_000
    /// Most messages of a room have less, and thousands of users keep such a buffer each.
    private static let receiveBufferBytes = 1_024

    /// The most that waits, for each user, for a server that has read nothing for so long, and the most for any server.
    static let (waitingBytes, unreadMicroseconds, mostWaitingBytes) = (16 << 20, Int64(5_000_000), 256 << 20)

    /// A waiting packet's bytes, with those that it needs besides its text.
    static func bytes(of packet: Packet) -> Int { packet.count + 100 }

    /// Time for users to leave when the run is stopped.
    static let stopMicroseconds: Int64 = 5_000_000
    /// Time for the replies to close frames, which the loop itself limits to one second.
    static let closeMicroseconds: Int64 = 2_000_000

    static func options(authorities: TLSAuthorities?) -> SocketLoop.Options {
        SocketLoop.Options(
            maximumMessageBytes: messageBytes, maximumConnections: connections,
            handshakeTimeoutSeconds: handshakeSeconds, receiveBufferBytes: receiveBufferBytes, authorities: authorities)
    }
}
