import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// The members of a world: performs the effects of their clients.
struct ClientFleet {
    private(set) var members: [SimulatedMember] = []

    /// Adds a member for each of these numbers of rooms. They act from now on.
    mutating func start<Surroundings: MemberSurroundings>(_ rooms: [Int], in world: inout Surroundings) {
        for (member, room) in rooms.enumerated() {
            let place = rooms[..<member].count { $0 == room }
            let role: Role = place == 0 ? .presenter : place > 2 ? .viewer : .member
            let offsets = Join.Offsets.allCases[Int(world.random.within(0...2))]
            members.append(SimulatedMember(room: room, role: role, offsets: offsets, seed: world.random.next()))
            world.planAct(of: member, after: world.random.within(0...500))
        }
    }

    /// The next deadline of any client, in world time.
    func nextDeadline(notBefore milliseconds: Int64) -> Int64? {
        // By index: a copy of each, however short-lived, is half of a world's work.
        var first: Int64?
        for member in members.indices {
            guard let due = members[member].nextDeadline(notBefore: milliseconds) else { continue }
            first = min(first ?? due, due)
        }
        return first
    }

    /// Hands a tick to every client whose deadline has passed.
    mutating func tick<Surroundings: MemberSurroundings>(in world: inout Surroundings) {
        for member in members.indices where members[member].needsTick(at: world.milliseconds) {
            handle(.tick, member, in: &world)
        }
    }

    /// Does one thing for `member` and plans the next.
    mutating func act<Surroundings: MemberSurroundings>(_ member: Int, in world: inout Surroundings) {
        let isMarch = world.isMarch(members[member].room)
        let (action, pause) = members[member].act(isBusy: world.isBusy, isMarch: isMarch)
        switch action {
        case .start: handle(.start, member, in: &world)
        case .reconnect: handle(.reconnect, member, in: &world)
        case .leave: handle(.leave, member, in: &world)
        case .abort: handle(.abort, member, in: &world)
        case .ask(let request): ask(member, request, isMarch: isMarch, in: &world)
        case .readPages(let first, let count):
            for effect in members[member].readPages(from: first, count: count) {
                if case .send(let message) = effect { send(message, from: member, in: &world) }
            }
        case nil: break
        }
        if let pause { world.planAct(of: member, after: pause) }
    }

    private mutating func ask<Surroundings: MemberSurroundings>(
        _ member: Int, _ request: Request, isMarch: Bool, in world: inout Surroundings
    ) {
        let (id, effects) = members[member].request(request, isMarch: isMarch)
        if let id { world.note("member \(member) asks \(id.number) \(request)") }
        for effect in effects { perform(effect, of: member, in: &world) }
    }

    private mutating func handle<Surroundings: MemberSurroundings>(
        _ event: ClientEvent, _ member: Int, in world: inout Surroundings
    ) {
        for effect in members[member].handle(event, at: world.milliseconds) { perform(effect, of: member, in: &world) }
    }

    private mutating func perform<Surroundings: MemberSurroundings>(
        _ effect: ClientEffect, of member: Int, in world: inout Surroundings
    ) {
        switch effect {
        case .connect: connect(member, in: &world)
        case .send(let message): send(message, from: member, in: &world)
        case .close:
            guard let line = members[member].disconnect() else { return }
            world.sendUp(line, .closed(code: 1000))
        case .drop:
            guard let line = members[member].disconnect() else { return }
            world.cut(line, clientHears: false)
        case .replaced: members[member].replaced()
        case .happened(let event):
            guard let last = members[member].gap(before: event) else { return }
            world.complain(.order, "member \(member): event \(event.sequence.number) after \(last.number)")
        case .joined(let welcome):
            world.note(
                "member \(member) is in \(welcome.room) as \(welcome.member.number), recovered \(welcome.recovered)")
            world.joined(member, welcome)
            members[member].joined()
        case .answered(let id, let answer):
            world.note("member \(member) is answered \(answer)")
            settle(id, of: member, as: answer, in: &world)
        case .unanswered(let id): settle(id, of: member, as: nil, in: &world)
        case .waiting(_, let reason) where reason.hasSuffix("came too early"):
            world.complain(.order, "member \(member): \(reason)")
        case .ended(let end):
            if case .refused(.removed, _) = end { members[member].wasRemoved() }
            world.ended(member, end)
        case .waiting(let time, let reason): world.note("member \(member) waits \(time) ms: \(reason)")
        case .inStep(let inStep): world.note("member \(member) hears \(inStep)")
        case .moved, .pages, .asset, .notes, .notice: break
        }
    }

    private mutating func connect<Surroundings: MemberSurroundings>(_ member: Int, in world: inout Surroundings) {
        members[member].connected(over: world.connect(member, members[member]))
    }

    private mutating func send<Surroundings: MemberSurroundings>(
        _ message: ClientMessage, from member: Int, in world: inout Surroundings
    ) {
        guard let line = members[member].line else { return }
        world.send(message, of: member, over: line)
    }

    /// Settles a request that was answered, or never will be.
    private mutating func settle<Surroundings: MemberSurroundings>(
        _ id: RequestID, of member: Int, as answer: Answer?, in world: inout Surroundings
    ) {
        let (isKnown, isMarchStep, isChange) = members[member].settle(id)
        if !isKnown { world.complain(.order, "member \(member): request \(id.number) answered twice or never asked") }
        if isChange { world.settledChange(answer, in: members[member].room) }
        if isMarchStep { world.settledStep(answer, in: members[member].room) }
    }

    /// Takes a signal that has reached the client's end of a line.
    mutating func receive<Surroundings: MemberSurroundings>(
        _ line: Int, of member: Int, _ signal: SimEvent.Signal, in world: inout Surroundings
    ) {
        guard members[member].line == line else { return }
        switch signal {
        case .opened: handle(.opened, member, in: &world)
        case .messages(let messages): handle(.received(messages), member, in: &world)
        case .pong: world.sendUp(line, .pong)
        case .closed(let code):
            _ = members[member].disconnect()
            handle(.closed(code: code, reason: ""), member, in: &world)
        case .objects: break
        }
    }
}
