import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The network: signals arrive late, in order, or not at all.
extension World {
    /// A new line for `member`, to a loop of the acceptor's choice.
    mutating func connect(_ member: Int) {
        let line = lines.count
        let loop = Int(random.within(0...Int64(max(1, cores.count) - 1)))
        let offsets = actors[member].offsets
        lines.append(Line(member: member, loop: loop, life: life, offsets: offsets, seed: random.next()))
        actors[member].line = line
        guard !cores.isEmpty else {
            lines[line].condition = .broken
            return plan(.down(line: line, .closed(code: nil)), at: milliseconds + 1, of: .line(line))
        }
        sendUp(line, .opened)
        sendDown(line, .opened)
        if isBusy, lines[line].random.chance(70) {
            plan(.fails(line: line), at: milliseconds + lines[line].random.within(50...6_000), of: .line(line))
        }
    }

    mutating func sendUp(_ line: Int, _ signal: SimEvent.Signal) {
        guard lines[line].condition == .whole else { return }
        plan(.up(line: line, signal), at: lines[line].arrivalUp(sentAt: milliseconds), of: .line(line))
    }

    mutating func sendDown(_ line: Int, _ signal: SimEvent.Signal) {
        guard lines[line].condition == .whole else { return }
        plan(.down(line: line, signal), at: lines[line].arrivalDown(sentAt: milliseconds), of: .line(line))
    }

    /// Ends a line from now on. Each side notices it at its own time, the server perhaps long after the member is back.
    mutating func cut(_ line: Int, clientHears: Bool) {
        guard lines[line].condition != .broken else { return }
        // The end of a half-open line is not noticed.
        let isHeard = lines[line].condition == .whole
        lines[line].condition = .broken
        guard isHeard else { return }
        let heardByServer = milliseconds + lines[line].random.within(0...2_500)
        plan(.up(line: line, .closed(code: nil)), at: heardByServer, of: .line(line))
        guard clientHears else { return }
        let heardByClient = milliseconds + lines[line].random.within(0...300)
        plan(.down(line: line, .closed(code: nil)), at: heardByClient, of: .line(line))
    }

    private mutating func fail(_ line: Int) {
        guard lines[line].condition == .whole else { return }
        guard lines[line].random.chance(25) else { return cut(line, clientHears: true) }
        note("line \(line) goes silent")
        counts.silences += 1
        lines[line].condition = .halfOpen
    }

    /// News for a loop, from another one or, without `loop`, from the disk.
    mutating func carry(_ news: ServerEvent, from loop: Int?, to other: Int) {
        let owner = Owner.news(from: loop, to: other)
        let arrival = max(newsArrivals[owner.number] ?? 0, milliseconds + random.within(0...3))
        newsArrivals[owner.number] = arrival
        plan(.news(news, to: other, life: life), at: arrival, of: owner)
    }

    mutating func happen(_ event: SimEvent) {
        let isAlive = !cores.isEmpty
        switch event {
        case .up(let line, let signal): arriveUp(line, signal)
        case .down(let line, let signal): arriveDown(line, signal)
        case .news(let news, let loop, let life): if isAlive, life == self.life { serve(loop, news) }
        case .fails(let line): fail(line)
        case .drained(let line):
            lines[line].drainsAt = nil
            lines[line].isChoked = false
            guard !lines[line].serverKnows else { return }
            serve(lines[line].loop, .writable(PeerID(UInt64(line))))
        case .act(let member): act(member)
        case .doom: if isAlive { fuse = Int(random.within(0...25)) }
        case .drain: drain()
        case .exit(let life): if isAlive, life == self.life { exit() }
        case .start: startServer()
        case .commitEnds(let life): if isAlive, life == self.life { endCommit() }
        case .commitAgain(let life): if isAlive, life == self.life { commitAgain() }
        }
    }

    private mutating func arriveUp(_ line: Int, _ signal: SimEvent.Signal) {
        guard lines[line].life == life, !cores.isEmpty, !lines[line].serverKnows else { return }
        let peer = PeerID(UInt64(line))
        let loop = lines[line].loop
        let isWhole = lines[line].condition == .whole
        switch signal {
        case .opened:
            lines[line].isOpen = true
            let room = plan.rooms[actors[lines[line].member].room].name
            serve(loop, .opened(peer, room: room, secret: .init("secret-\(line)")))
        case .closed:
            lines[line].serverKnows = true
            guard lines[line].isOpen, sabotage != .endUnheard else { return }
            serve(loop, .closed(peer))
        case .objects(let objects) where isWhole && lines[line].isOpen:
            serve(loop, .received(peer, objects.map { .success($0) }))
        case .pong where isWhole && lines[line].isOpen: serve(loop, .pong(peer))
        case .objects, .pong, .messages: break
        }
    }

    private mutating func arriveDown(_ line: Int, _ signal: SimEvent.Signal) {
        let member = lines[line].member
        let isEnd = if case .closed = signal { true } else { false }
        guard actors[member].line == line, isEnd || lines[line].condition == .whole else { return }
        switch signal {
        case .opened: hand(member, .opened)
        case .messages(let messages): hand(member, .received(messages))
        case .pong: sendUp(line, .pong)
        case .closed(let code):
            actors[member].line = nil
            hand(member, .closed(code: code, reason: ""))
        case .objects: break
        }
    }
}
