import LoadTesting
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Support

/// What goes over the lines.
extension LoadStage {
    mutating func happen(_ kind: LoadSimEvent.Kind) {
        switch kind {
        case .up(let loop, let event): arrived[loop].append(event)
        case .down(let numbers, let messages): for number in numbers { arrive(messages, at: number) }
        case .opened(let number):
            guard let user = lines[number]?.user else { return }
            handle(.opened(user: user), worker(of: user))
        case .closed(let number, let code, let reason):
            guard let line = lines.removeValue(forKey: number) else { return }
            lineOf[line.user] = nil
            handle(.closed(user: line.user, code: code.rawValue, reason: reason), worker(of: line.user))
        case .barrierOpens(let name): for worker in loads.indices { handle(.barrierOpens(name), worker) }
        case .pinged(let number):
            guard let line = lines[number] else { return }
            guard line.isRead else {
                lines[number]?.owesPong = true
                return
            }
            plan(.up(loop: line.loop, .pong(peer(number))), afterMicroseconds: line.latencyMicroseconds)
        }
    }

    private mutating func arrive(_ messages: [ServerMessage], at number: Int) {
        guard let line = lines[number] else { return }
        guard !line.isRead else {
            return handle(.received(user: line.user, messages, bytes: 0), worker(of: line.user))
        }
        lines[number]?.unread.append(messages)
        guard !line.isChoked, line.unread.count >= LoadLine.room else { return }
        lines[number]?.isChoked = true
        plan(.up(loop: line.loop, .choked(peer(number))), afterMicroseconds: line.latencyMicroseconds)
    }

    private func worker(of user: Int) -> Int { user % loads.count }

    /// Does what the users of a worker want.
    mutating func perform(of worker: Int) {
        // Nothing that is done here tells the users anything at once.
        for effect in loadEffects {
            switch effect {
            case .connect(let user, let path): connect(user, to: path)
            case .send(let user, let message):
                loads[worker].sent(bytes: 0, at: now)
                sendUp(user) { .received($0, [.success(message)]) }
            case .close(let user), .drop(let user):
                sendUp(user) { .closed($0) }
                if let number = lineOf.removeValue(forKey: user) { lines[number] = nil }
            case .read(let user, let on): read(user, on)
            case .barrier(let standing):
                if meeting.note(standing, from: worker) { plan(.barrierOpens(standing.name), afterMicroseconds: 1) }
            case .finished:
                finished += 1
                for name in meeting.leave(worker) { plan(.barrierOpens(name), afterMicroseconds: 1) }
            }
        }
        loadEffects.removeAll(keepingCapacity: true)
    }

    private func peer(_ line: Int) -> PeerID { PeerID(UInt64(line)) }

    private mutating func connect(_ user: Int, to path: String) {
        lastLine += 1
        let number = lastLine
        var dice = SeedStream(seed: seed, part: UInt64(user) + 2)
        let line = LoadLine(user: user, loop: number % cores.count, latencyMicroseconds: dice.within(latencies))
        lines[number] = line
        lineOf[user] = number
        let room = String(path.drop { $0 == "/" }.drop { $0 != "/" }.dropFirst())
        plan(
            .up(loop: line.loop, .opened(peer(number), room: room, secret: Session("line-\(number)"))),
            afterMicroseconds: line.latencyMicroseconds)
        plan(.opened(line: number), afterMicroseconds: 2 * line.latencyMicroseconds)
    }

    private mutating func sendUp(_ user: Int, _ event: (PeerID) -> ServerEvent) {
        guard let number = lineOf[user], let line = lines[number] else { return }
        plan(.up(loop: line.loop, event(peer(number))), afterMicroseconds: line.latencyMicroseconds)
    }

    /// A user reads again what has come in the meantime, or no more.
    private mutating func read(_ user: Int, _ on: Bool) {
        guard let number = lineOf[user], let line = lines[number] else { return }
        var changed = line
        changed.isRead = on
        if on { (changed.unread, changed.owesPong, changed.isChoked) = ([], false, false) }
        lines[number] = changed
        guard on else { return }
        for messages in line.unread { plan(.down(lines: [number], messages), afterMicroseconds: 0) }
        if line.owesPong { sendUp(user) { .pong($0) } }
        if line.isChoked { sendUp(user) { .writable($0) } }
    }

    /// Lets a loop do what has come to it, all at once as a busy one does, and what is due.
    mutating func serve(_ loop: Int) {
        var events = arrived[loop]
        arrived[loop] = []
        if let due = cores[loop].nextDeadline, due <= now.instant { events.append(.tick) }
        guard !events.isEmpty else { return }
        cores[loop].handle(events, at: now.instant, into: &serverEffects)
        for effect in serverEffects { perform(effect) }
        serverEffects.removeAll(keepingCapacity: true)
    }

    private mutating func perform(_ effect: ServerEffect) {
        switch effect {
        case .send(let bytes, let peers): sendDown(frames.decode(bytes), to: peers.map { Int($0.number) })
        case .ping(let peer):
            let number = Int(peer.number)
            guard let line = lines[number] else { return }
            plan(.pinged(line: number), afterMicroseconds: line.latencyMicroseconds)
        case .close(let peer, let code, let reason):
            let number = Int(peer.number)
            guard let line = lines[number] else { return }
            plan(.closed(line: number, code, reason: reason), afterMicroseconds: line.latencyMicroseconds)
            plan(.up(loop: line.loop, .closed(peer)), afterMicroseconds: 2 * line.latencyMicroseconds)
        case .mail(let mail, let other): plan(.up(loop: other, .mail([mail])), afterMicroseconds: 1)
        // There are no tokens and no memory here, and nobody who reads a log.
        case .authorize, .journal, .forget, .admitted, .log: break
        }
    }

    /// One happening for all who get the same at the same time.
    private mutating func sendDown(_ messages: [ServerMessage], to numbers: [Int]) {
        let (honest, wronged) = numbers.divided { number in fault?.concerns(line: number) == true }
        if !wronged.isEmpty, let fault {
            tampering += 1
            let isDue = (fault == .eventsCorrupted || tampering % 3 == 0) && !messages.letsIn
            send(isDue ? fault.tampered(messages) : messages, to: wronged)
        }
        send(messages, to: honest)
    }

    private mutating func send(_ messages: [ServerMessage], to numbers: [Int]) {
        guard !messages.isEmpty else { return }
        guard latencies.lowerBound < latencies.upperBound else {
            guard !numbers.isEmpty else { return }
            return plan(.down(lines: numbers, messages), afterMicroseconds: latencies.lowerBound)
        }
        for number in numbers {
            guard let line = lines[number] else { continue }
            plan(.down(lines: [number], messages), afterMicroseconds: line.latencyMicroseconds)
        }
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
