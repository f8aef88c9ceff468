import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The network: what is sent arrives late, in order, or not at all.
extension World {
    static func owner(ofLine line: Int) -> Int { 1_000 + line }
    static func owner(ofMember member: Int) -> Int { member }
    private func owner(ofMailFrom loop: Int, to other: Int) -> Int { 500 + loop * cores.count + other }

    /// A new line for `member`, to a loop of the acceptor's choice.
    mutating func connect(_ member: Int) {
        let line = lines.count
        let loop = Int(random.within(0...Int64(cores.count - 1)))
        lines.append(Line(member: member, loop: loop, seed: random.next()))
        actors[member].line = line
        sendUp(line, .opened)
        sendDown(line, .opened)
        if isBusy, lines[line].random.chance(70) {
            let moment = milliseconds + lines[line].random.within(50...6_000)
            schedule.add(Happening(at: moment, owner: World.owner(ofLine: line), kind: .broken(line: line)))
        }
    }

    mutating func sendUp(_ line: Int, _ signal: Happening.Signal) {
        guard !lines[line].isBroken else { return }
        let arrival = lines[line].arrivalUp(sentAt: milliseconds)
        schedule.add(Happening(at: arrival, owner: World.owner(ofLine: line), kind: .up(line: line, signal)))
    }

    mutating func sendDown(_ line: Int, _ signal: Happening.Signal) {
        guard !lines[line].isBroken else { return }
        let arrival = lines[line].arrivalDown(sentAt: milliseconds)
        schedule.add(Happening(at: arrival, owner: World.owner(ofLine: line), kind: .down(line: line, signal)))
    }

    /// Ends a line from now on. Each side hears of it in its own time, the server perhaps long after the member is back.
    mutating func cut(_ line: Int, clientHears: Bool) {
        guard !lines[line].isBroken else { return }
        let owner = World.owner(ofLine: line)
        let heardByServer = milliseconds + lines[line].random.within(0...2_500)
        schedule.add(Happening(at: heardByServer, owner: owner, kind: .up(line: line, .closed(code: nil))))
        if clientHears {
            let heardByClient = milliseconds + lines[line].random.within(0...300)
            schedule.add(Happening(at: heardByClient, owner: owner, kind: .down(line: line, .closed(code: nil))))
        }
        lines[line].isBroken = true
    }

    mutating func carry(_ mail: LoopMail, from loop: Int, to other: Int) {
        let link = loop * cores.count + other
        mailArrivals[link] = max(mailArrivals[link], milliseconds + random.within(0...3))
        schedule.add(
            Happening(
                at: mailArrivals[link], owner: owner(ofMailFrom: loop, to: other), kind: .mail(mail, to: other)))
    }

    mutating func happen(_ kind: Happening.Kind) {
        switch kind {
        case .up(let line, let signal): arriveUp(line, signal)
        case .down(let line, let signal): arriveDown(line, signal)
        case .mail(let mail, let loop): serve(loop, .mail([mail]))
        case .broken(let line): cut(line, clientHears: true)
        case .drained(let line):
            lines[line].drainsAt = nil
            lines[line].isChoked = false
            guard !lines[line].serverKnows else { return }
            serve(lines[line].loop, .writable(PeerID(UInt64(line))))
        case .act(let member): act(member)
        }
    }

    private mutating func arriveUp(_ line: Int, _ signal: Happening.Signal) {
        guard !lines[line].serverKnows else { return }
        let peer = PeerID(UInt64(line))
        let loop = lines[line].loop
        switch signal {
        case .opened:
            serve(loop, .opened(peer, room: World.room, secret: .init("secret-\(line)")))
        case .objects(let objects) where !lines[line].isBroken:
            serve(loop, .received(peer, objects.map { .success($0) }))
        case .pong where !lines[line].isBroken: serve(loop, .pong(peer))
        case .closed:
            lines[line].serverKnows = true
            serve(loop, .closed(peer))
        case .objects, .pong, .bytes: break
        }
    }

    private mutating func arriveDown(_ line: Int, _ signal: Happening.Signal) {
        let member = lines[line].member
        let isEnd = if case .closed = signal { true } else { false }
        guard actors[member].line == line, isEnd || !lines[line].isBroken else { return }
        switch signal {
        case .opened: hand(member, .opened)
        case .bytes(let bytes):
            let messages = table.decode(bytes)
            inspect(messages, line)
            hand(member, .received(messages))
        case .pong: sendUp(line, .pong)
        case .closed(let code):
            actors[member].line = nil
            hand(member, .closed(code: code, reason: ""))
        case .objects: break
        }
    }

    /// An offset is never behind an event it does not know.
    private mutating func inspect(_ messages: [ServerMessage], _ line: Int) {
        for message in messages {
            switch message {
            case .snapshot(let snapshot): lines[line].lastEvent = snapshot.replica.sequence.number
            case .event(let event): lines[line].lastEvent = event.sequence.number
            case .offset(let offset) where offset.sequence.number < lines[line].lastEvent:
                complain("line \(line): an offset of \(offset.sequence.number) behind event \(lines[line].lastEvent)")
            case .offset(let offset): inspect(offset, line)
            default: break
            }
        }
    }

    /// Offsets are for those who asked for them; those of an animation, which no hand holds, for those with frames.
    private mutating func inspect(_ offset: Offset, _ line: Int) {
        let wanted = actors[lines[line].member].offsets
        guard wanted == .none || wanted == .keyframes && offset.by == nil else { return }
        complain("line \(line): an offset for one who wants \(wanted.rawValue)")
    }
}
