import LoadTesting
import PagingServer
import PagingWire

/// A planned event of a simulated load run.
enum LoadSimEvent: Sendable {
    /// To a loop of the server.
    case up(loop: Int, ServerEvent)
    /// To the users at these lines.
    case down(lines: [Int], [ServerMessage])
    case opened(line: Int)
    /// The server has closed the line.
    case closed(line: Int, CloseCode, reason: String)
    /// All users have reached a barrier.
    case barrierOpens(String)
    /// Users of a worker have caused events.
    case eventsCaused([EventCause], by: Int)
    /// The server sends a ping.
    case pinged(line: Int)
}
