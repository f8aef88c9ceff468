import PagingRoom
import PagingServer
import PagingWire
import Support

/// The lines between members and loops, and the messages between loops: signals arrive late, in order, or not at all.
struct SimulatedNetwork {
    /// The life of the server that listens, and its loops; no loops while there is no server.
    private(set) var life = 0
    private(set) var loopCount = 0
    private var lines: [Line] = []
    /// The arrival of the last message to a loop, by sender and receiver; the disk sends too.
    private var messageArrivals: [Int: Int64] = [:]

    subscript(line: Int) -> Line {
        _read { yield lines[line] }
    }

    /// The next life of the server listens with its loops.
    mutating func listen(life: Int, loops: Int) { (self.life, loopCount) = (life, loops) }

    /// Adds a line and returns its number. Without a server its end comes at once.
    mutating func connect(
        _ new: Line, mayFail: Bool, at now: Int64, into schedule: inout WorldSchedule
    ) -> Int {
        let line = lines.count
        lines.append(new)
        guard loopCount > 0 else {
            lines[line].refuse()
            schedule.plan(.down(line: line, .closed(code: nil)), at: now + 1, of: .line(line))
            return line
        }
        sendUp(line, .opened, at: now, into: &schedule)
        sendDown(line, .opened, at: now, into: &schedule)
        if mayFail, let moment = lines[line].failure(after: now) {
            schedule.plan(.fails(line: line), at: moment, of: .line(line))
        }
        return line
    }

    mutating func sendUp(_ line: Int, _ signal: SimEvent.Signal, at now: Int64, into schedule: inout WorldSchedule) {
        guard let arrival = lines[line].arrivalUp(sentAt: now) else { return }
        schedule.plan(.up(line: line, signal), at: arrival, of: .line(line))
    }

    mutating func sendDown(_ line: Int, _ signal: SimEvent.Signal, at now: Int64, into schedule: inout WorldSchedule) {
        guard let arrival = lines[line].arrivalDown(sentAt: now) else { return }
        schedule.plan(.down(line: line, signal), at: arrival, of: .line(line))
    }

    /// Puts a message of the server on its line and returns whether the line took it only in part.
    mutating func deliver(
        _ messages: [ServerMessage], to line: Int, isBusy: Bool, at now: Int64, into schedule: inout WorldSchedule
    ) -> Bool {
        let (isPartial, drainsAt) = lines[line].choke(at: now, isBusy: isBusy)
        if let drainsAt { schedule.plan(.drained(line: line), at: drainsAt, of: .line(line)) }
        sendDown(line, .messages(messages), at: now, into: &schedule)
        return isPartial
    }

    /// Ends a line from now on.
    mutating func cut(_ line: Int, clientHears: Bool, at now: Int64, into schedule: inout WorldSchedule) {
        let (server, client) = lines[line].cut(at: now, clientHears: clientHears)
        if let server { schedule.plan(.up(line: line, .closed(code: nil)), at: server, of: .line(line)) }
        if let client { schedule.plan(.down(line: line, .closed(code: nil)), at: client, of: .line(line)) }
    }

    /// Fails a line that still works; true: it goes silent.
    mutating func fail(_ line: Int, at now: Int64, into schedule: inout WorldSchedule) -> Bool {
        guard lines[line].isWhole else { return false }
        if lines[line].failsSilently() { return true }
        cut(line, clientHears: true, at: now, into: &schedule)
        return false
    }

    /// The process is gone.
    mutating func loseServer(at now: Int64, into schedule: inout WorldSchedule) {
        loopCount = 0
        for line in lines.indices where lines[line].life == life {
            guard let heard = lines[line].loseServer(at: now) else { continue }
            schedule.plan(.down(line: line, .closed(code: nil)), at: heard, of: .line(line))
        }
    }

    /// The bytes that waited have left the server; true: the server is to know.
    mutating func drain(_ line: Int) -> Bool {
        lines[line].drain()
        return !lines[line].isEndNoticed
    }

    /// Whether a signal that arrives reaches the server.
    mutating func reachesServer(_ signal: SimEvent.Signal, over line: Int) -> Bool {
        lines[line].reachesServer(signal)
    }

    /// Whether a signal that arrives reaches the client.
    func reachesClient(_ signal: SimEvent.Signal, over line: Int) -> Bool { lines[line].reachesClient(signal) }

    /// A message to a loop, from another one or, without `loop`, from the disk.
    mutating func carry(
        _ message: ServerEvent, from loop: Int?, to other: Int, delay: Int64, at now: Int64,
        into schedule: inout WorldSchedule
    ) {
        let owner = WorldSchedule.Owner.message(from: loop, to: other)
        let arrival = max(messageArrivals[owner.number] ?? 0, now + delay)
        messageArrivals[owner.number] = arrival
        schedule.plan(.message(message, to: other, life: life), at: arrival, of: owner)
    }

    /// The lines that a loop serves.
    func servedCount(on loop: Int, life: Int) -> Int {
        lines.count { $0.loop == loop && $0.life == life && $0.isServed }
    }

    /// The last served line besides `line` that fulfils `condition`.
    func lastServed(besides line: Int, life: Int, where condition: (Line) -> Bool) -> Int? {
        lines.indices.last { other in
            other != line && lines[other].life == life && lines[other].isServed && condition(lines[other])
        }
    }
}
