import FoundationEssentials

/// Message between a coordinator and an agent, one JSON object on the subject of its receiver.
struct AgentMessage: WorkerMessage {
    enum Body: Codable, Sendable {
        /// A coordinator looks for agents.
        case seek
        /// An agent's answer, with the name of the coordinator whose run it plays.
        case here(busyWith: String?)
        /// A coordinator takes an agent for a run with so many workers.
        case claim(workers: Int)
        case claimed
        case refused(reason: String)
        /// A heartbeat that asks for the time, and its answer. All times are in microseconds of the sender's own clock.
        case probe(at: Int64)
        case echo(of: Int64, received: Int64, sent: Int64)
        /// A piece of the lines to a worker; nil ends them.
        case input(worker: Int, data: Data?)
        /// A piece of the lines of a worker, and its end.
        case output(worker: Int, data: Data)
        case ended(worker: Int, reason: String)
        /// The receiver has taken a piece of this worker's lines.
        case taken(worker: Int)
        /// The run is over; workers that still play are killed.
        case release
    }

    /// Number of the sender, and its name for people.
    var from: UInt64
    var name: String
    var version = Riffle.version
    /// Number of the run; 0 before there is one.
    var run: UInt64 = 0
    /// Number of the message among those that the sender has sent in the run; a gap is a lost message.
    var sequence = 0
    var body: Body

    var isPlausible: Bool { name.utf8.count <= AgentMessage.nameBytes && version.utf8.count <= AgentMessage.nameBytes }

    /// Bytes of the longest name.
    static let nameBytes = 256
    /// Bytes of the largest piece. In JSON it is a third longer, and up to two times that where each character is a slash.
    static let pieceBytes = 300_000
    /// Pieces under way to or from a worker; the sender waits for the receiver beyond it.
    static let piecesUnderWay = 8
    /// Bytes of the longest line from one side to the other.
    static let lineBytes = 64 << 20
    /// Workers of an agent.
    static let workers = 64
    /// Silence of the other side after which it counts as lost.
    static let silenceMilliseconds: Int64 = 5_000
    static let beatMilliseconds: Int64 = 1_000
}

/// Numbers the messages of a run from 1 in both directions.
struct MessageNumbers {
    private var sent = 0
    private var received = 0

    mutating func next() -> Int {
        sent += 1
        return sent
    }

    /// Whether a message is the next one: none before it is lost.
    mutating func accepts(_ number: Int) -> Bool {
        guard number == received + 1 else { return false }
        received = number
        return true
    }
}
