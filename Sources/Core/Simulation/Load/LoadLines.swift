import LoadTesting
import PagingRoom
import PagingServer
import PagingWire
import Support

/// The connections between the users and the loops of a simulated load run. Every message takes the latency of its line.
struct LoadLines {
    typealias LoadQueue = EventQueue<LoadTime, LoadSimEvent>

    private let seed: UInt64
    private let latencies: ClosedRange<Int64>
    /// By number, as long as the user has it.
    private var lines: [Int: LoadLine] = [:]
    private var lineOf: [Int: Int] = [:]
    private var lastLine = 0

    init(seed: UInt64, latencies: ClosedRange<Int64>) {
        self.seed = seed
        self.latencies = latencies
    }

    /// The user of a line; nil when the line has ended.
    func user(of line: Int) -> Int? { lines[line]?.user }

    /// A new line to one of `loops` loops.
    mutating func connect(_ user: Int, to room: String, loops: Int, at now: LoadTime, into schedule: inout LoadQueue) {
        lastLine += 1
        let number = lastLine
        var random = SeedStream(seed: seed, part: UInt64(user) + 2)
        let line = LoadLine(user: user, loop: number % loops, latencyMicroseconds: random.within(latencies))
        lines[number] = line
        lineOf[user] = number
        let opened = ServerEvent.opened(peer(number), room: room, secret: Session("line-\(number)"))
        schedule.add(.up(loop: line.loop, opened), at: now.advanced(byMicroseconds: line.latencyMicroseconds))
        schedule.add(.opened(line: number), at: now.advanced(byMicroseconds: 2 * line.latencyMicroseconds))
    }

    /// The user closes the line or breaks it.
    mutating func disconnect(_ user: Int, at now: LoadTime, into schedule: inout LoadQueue) {
        sendUp(user, at: now, into: &schedule) { .closed($0) }
        if let number = lineOf.removeValue(forKey: user) { lines[number] = nil }
    }

    /// The server has closed the line; returns its user.
    mutating func remove(_ line: Int) -> Int? {
        guard let user = lines.removeValue(forKey: line)?.user else { return nil }
        lineOf[user] = nil
        return user
    }

    func sendUp(_ user: Int, at now: LoadTime, into schedule: inout LoadQueue, _ event: (PeerID) -> ServerEvent) {
        guard let number = lineOf[user], let line = lines[number] else { return }
        sendUp(event(peer(number)), over: line, at: now, into: &schedule)
    }

    private func sendUp(_ event: ServerEvent, over line: LoadLine, at now: LoadTime, into schedule: inout LoadQueue) {
        schedule.add(.up(loop: line.loop, event), at: now.advanced(byMicroseconds: line.latencyMicroseconds))
    }

    /// Messages arrive at the user's end; true: the user reads, and takes them. Otherwise they wait, and the server
    /// hears of it when the line is full.
    mutating func receive(_ messages: [ServerMessage], at line: Int, now: LoadTime, into schedule: inout LoadQueue)
        -> Bool
    {
        guard let end = lines[line] else { return false }
        guard !end.isRead else { return true }
        lines[line]?.unread.append(messages)
        guard !end.isChoked, end.unread.count >= LoadLine.capacity else { return false }
        lines[line]?.isChoked = true
        sendUp(.choked(peer(line)), over: end, at: now, into: &schedule)
        return false
    }

    /// A ping arrives at the user's end, and is answered as soon as the user reads.
    mutating func ping(_ line: Int, at now: LoadTime, into schedule: inout LoadQueue) {
        guard let end = lines[line] else { return }
        guard end.isRead else {
            lines[line]?.owesPong = true
            return
        }
        sendUp(.pong(peer(line)), over: end, at: now, into: &schedule)
    }

    /// A user reads again, and gets what waited, or stops reading.
    mutating func read(_ user: Int, _ on: Bool, at now: LoadTime, into schedule: inout LoadQueue) {
        guard let number = lineOf[user], let line = lines[number] else { return }
        lines[number]?.isRead = on
        guard on else { return }
        lines[number]?.unread = []
        lines[number]?.owesPong = false
        lines[number]?.isChoked = false
        for messages in line.unread { schedule.add(.down(lines: [number], messages), at: now) }
        if line.owesPong { sendUp(.pong(peer(number)), over: line, at: now, into: &schedule) }
        if line.isChoked { sendUp(.writable(peer(number)), over: line, at: now, into: &schedule) }
    }

    /// The server sends the same messages to several lines. Where all latencies are the same, one event is for all.
    func sendDown(_ messages: [ServerMessage], to numbers: [Int], at now: LoadTime, into schedule: inout LoadQueue) {
        guard !messages.isEmpty else { return }
        guard latencies.lowerBound < latencies.upperBound else {
            guard !numbers.isEmpty else { return }
            let arrival = now.advanced(byMicroseconds: latencies.lowerBound)
            return schedule.add(.down(lines: numbers, messages), at: arrival)
        }
        for number in numbers {
            guard let line = lines[number] else { continue }
            let arrival = now.advanced(byMicroseconds: line.latencyMicroseconds)
            schedule.add(.down(lines: [number], messages), at: arrival)
        }
    }

    func sendPing(to number: Int, at now: LoadTime, into schedule: inout LoadQueue) {
        guard let line = lines[number] else { return }
        schedule.add(.pinged(line: number), at: now.advanced(byMicroseconds: line.latencyMicroseconds))
    }

    /// The server closes a line, and learns of its end after a round trip.
    func close(_ number: Int, _ code: CloseCode, _ reason: String, at now: LoadTime, into schedule: inout LoadQueue) {
        guard let line = lines[number] else { return }
        let arrival = now.advanced(byMicroseconds: line.latencyMicroseconds)
        schedule.add(.closed(line: number, code, reason: reason), at: arrival)
        sendUp(.closed(peer(number)), over: line, at: arrival, into: &schedule)
    }

    private func peer(_ line: Int) -> PeerID { PeerID(UInt64(line)) }
}
