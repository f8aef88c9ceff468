import LoadTesting
import PagingServer
import PagingWire

/// The server of a simulated load run: its loops, the events that wait for their turn, and the fault on purpose.
struct LoadServer {
    private let fault: LoadFault?
    private let frames = LoadFrames()
    private var cores: [ServerCore]
    /// Events for each loop that wait for its turn.
    private var arrived: [[ServerEvent]]
    /// Messages that could have been tampered with.
    private var tampering = 0
    private var effects: [ServerEffect] = []

    init(loops: Int, settings: ServerSettings, rooms: [RoomSpec], fault: LoadFault?, now: LoadTime) {
        self.fault = fault
        cores = (0..<loops).map { [frames] loop in
            ServerCore(
                loop: loop, loops: loops, settings: settings, rooms: rooms, now: now.instant
            ) { frames.encode($0) }
        }
        arrived = Array(repeating: [], count: loops)
    }

    var loops: Int { cores.count }

    /// An event waits for the turn of its loop.
    mutating func receive(_ event: ServerEvent, on loop: Int) { arrived[loop].append(event) }

    /// The next moment at which a loop has something to do; nil when none ever will.
    func nextMoment(at now: LoadTime) -> LoadTime? {
        var moment: LoadTime?
        // By index: a copy of a core costs more than the check.
        for loop in cores.indices {
            guard var due = cores[loop].nextDeadline.map({ LoadTime(microseconds: $0.milliseconds * 1_000) }) else {
                continue
            }
            if let end = stallEnd(at: max(due, now)) { due = end }
            moment = min(moment ?? due, due)
        }
        if let end = stallEnd(at: now), arrived.contains(where: { !$0.isEmpty }) { moment = min(moment ?? end, end) }
        return moment
    }

    /// The end of the stall that is on at `moment`.
    private func stallEnd(at moment: LoadTime) -> LoadTime? {
        guard case .stalled(let at, let length) = fault else { return nil }
        let begin = LoadTime(microseconds: at * 1_000)
        let end = begin.advanced(byMicroseconds: length * 1_000)
        return begin <= moment && moment < end ? end : nil
    }

    /// Forgets messages for which no connection can wait.
    func pass(to now: LoadTime) { frames.pass(to: now.microseconds / 1_000_000) }

    /// Handles all arrived events of every loop at once, as a busy loop does, and its tick.
    mutating func serve(at now: LoadTime, over lines: LoadLines, into schedule: inout LoadLines.LoadQueue) {
        guard stallEnd(at: now) == nil else { return }
        for loop in cores.indices {
            var events = arrived[loop]
            arrived[loop] = []
            if let due = cores[loop].nextDeadline, due <= now.instant { events.append(.tick) }
            guard !events.isEmpty else { continue }
            cores[loop].handle(events, at: now.instant, into: &effects)
            for effect in effects { perform(effect, at: now, over: lines, into: &schedule) }
            effects.removeAll(keepingCapacity: true)
        }
    }

    private mutating func perform(
        _ effect: ServerEffect, at now: LoadTime, over lines: LoadLines, into schedule: inout LoadLines.LoadQueue
    ) {
        switch effect {
        case .send(let bytes, let peers):
            let messages = frames.decode(bytes)
            let (honest, wronged) = peers.map { Int($0.number) }.divided { fault?.concerns(line: $0) == true }
            if !wronged.isEmpty {
                lines.sendDown(tampered(messages), to: wronged, at: now, into: &schedule)
            }
            lines.sendDown(messages, to: honest, at: now, into: &schedule)
        case .ping(let peers):
            for peer in peers { lines.sendPing(to: Int(peer.number), at: now, into: &schedule) }
        case .close(let peer, let code, let reason):
            lines.close(Int(peer.number), code, reason, at: now, into: &schedule)
        case .message(let message, let other):
            schedule.add(.up(loop: other, .messages([message])), at: now.advanced(byMicroseconds: 1))
        // There are no tokens, no store, no operators and no log here.
        case .authorize, .journal, .deleteRecords, .joinCompleted, .log: break
        }
    }

    /// The messages that the fault on purpose makes of these.
    private mutating func tampered(_ messages: [ServerMessage]) -> [ServerMessage] {
        guard let fault else { return messages }
        tampering += 1
        let isTurn = (fault == .eventsCorrupted || tampering % 3 == 0) && !messages.letsIn
        return isTurn ? fault.tampered(messages) : messages
    }
}

extension [Int] {
    fileprivate func divided(_ isSecond: (Int) -> Bool) -> (first: [Int], second: [Int]) {
        guard contains(where: isSecond) else { return (self, []) }
        return (filter { !isSecond($0) }, filter(isSecond))
    }
}

extension [ServerMessage] {
    /// Whether it is the answer to a join.
    fileprivate var letsIn: Bool {
        contains { message in if case .welcome = message { true } else { false } }
    }
}
