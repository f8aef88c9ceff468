import PagingServer
import PagingWire

/// A planned event of a world.
enum SimEvent: Sendable {
    /// A signal over a line, toward the server or the client.
    case up(line: Int, Signal)
    case down(line: Int, Signal)
    /// A message from one loop, or from the disk, to a loop; dropped once that life of the server is over.
    case message(ServerEvent, to: Int, life: Int)
    /// The network fails the line.
    case fails(line: Int)
    /// The line has passed on what it was given.
    case drained(line: Int)
    /// A member acts, or comes back.
    case act(member: Int)
    /// The server dies within the next few effects; drains; exits; starts.
    case doom
    case drain
    case exit(life: Int)
    case start
    /// An attempt to commit ends, or is repeated.
    case commitEnds(life: Int)
    case commitAgain(life: Int)

    enum Signal: Sendable {
        case opened
        case objects([ClientMessage])
        case messages([ServerMessage])
        case closed(code: UInt16?)
        case pong
    }
}
