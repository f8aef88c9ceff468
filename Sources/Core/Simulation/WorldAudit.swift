import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The audit of a world: what its rooms published, what each line was sent, the counts, the violations, and the story
/// of the last events in words.
struct WorldAudit {
    private(set) var violations: [Violation] = []
    private(set) var counts = WorldCounts()
    private let plan: WorldPlan
    private var trace: Trace
    private var oracles: [RoomOracle]
    /// The last event of each room, published or not.
    private var newest: [Sequence] = []
    private var lines: [LineAudit] = []

    init(plan: WorldPlan, isTraced: Bool) {
        self.plan = plan
        trace = Trace(isOn: isTraced)
        oracles = plan.rooms.map { RoomOracle(name: $0.name) }
    }

    // MARK: The story

    mutating func complain(_ rule: Violation.Rule, _ text: String, at milliseconds: Int64) {
        note("!!! \(text)", at: milliseconds)
        violations.append(Violation(rule: rule, milliseconds: milliseconds, text: text))
    }

    private mutating func complain(_ findings: [LineAudit.Finding], at milliseconds: Int64) {
        for (rule, text) in findings { complain(rule, text, at: milliseconds) }
    }

    mutating func note(_ text: @autoclosure () -> String, at milliseconds: Int64) {
        if trace.isOn { trace.add("\(milliseconds) \(text())") }
    }

    mutating func count(_ count: WritableKeyPath<WorldCounts, Int>) { counts[keyPath: count] += 1 }

    func story(_ count: Int) -> [String] { trace.story(count) }

    // MARK: Rooms

    subscript(room: Int) -> RoomOracle {
        _read { yield oracles[room] }
    }

    /// Begins a life of the server; its rooms follow.
    mutating func beginLife() { newest = [] }

    /// Begins a life of a room, and checks its restored state.
    ///
    /// - Parameter last: The newest committed record, if any.
    mutating func begin(_ index: Int, as room: Replica, life: Int, from last: Disk.Write?, at milliseconds: Int64) {
        newest.append(room.sequence)
        oracles[index].begin(life: life, as: room, isPersisted: life == 1 || last != nil)
        guard let last else { return }
        counts.restoredRooms += 1
        var losses = oracles[index].losses(in: room)
        if plan.rooms[index].isMarch { losses += oracles[index].lossesOfMarch(in: room) }
        if let left = last.left { losses += oracles[index].changes(from: left, to: room) }
        complain(losses, at: milliseconds)
    }

    /// A loop hands in a record of a room.
    ///
    /// - Parameter isFirst: Whether the record belongs to the first events after the last published ones.
    mutating func issued(_ number: RecordNumber, _ record: RoomRecord, of room: Int, isFirst: Bool) {
        oracles[room].issued(number, before: isFirst ? newest[room] : record.sequence)
    }

    mutating func committed(_ number: RecordNumber, of room: Int) { oracles[room].committed(number) }

    /// Takes the number of the last event of a room, published or not.
    mutating func advance(_ room: Int, to sequence: Sequence) { newest[room] = sequence }

    /// Takes newly published events of a room.
    mutating func published(_ events: [Event], in room: Int, at milliseconds: Int64) {
        let name = plan.rooms[room].name
        for event in events {
            counts.events += 1
            note("\(name) says \(event.sequence.number) \(event.change)", at: milliseconds)
            let findings = oracles[room].published(event)
            complain(findings, at: milliseconds)
        }
    }

    mutating func settledStep(_ answer: Answer?, in room: Int) { oracles[room].settledStep(answer) }

    // MARK: Lines

    mutating func connected(_ member: Int, _ room: Int, _ role: Role, _ offsets: Join.Offsets) {
        lines.append(LineAudit(line: lines.count, member: member, room: room, role: role, offsets: offsets))
    }

    /// A member sends a move under a fencing token.
    mutating func asked(_ id: RequestID, under grant: FencingToken, on line: Int) {
        lines[line].asked(id, under: grant)
    }

    /// Checks messages that leave the server over a line.
    mutating func check(_ messages: [ServerMessage], on line: Int, hasChoked: Bool, life: Int, at milliseconds: Int64) {
        let (member, room, role) = (lines[line].member, lines[line].room, lines[line].role)
        for message in messages {
            for (rule, text) in oracles[room].sent(message) {
                complain(isFromElsewhere(message, room, life) ? .separation : rule, text, at: milliseconds)
            }
            var findings: [LineAudit.Finding] = []
            switch message {
            case .welcome(let welcome):
                lines[line].welcomed(as: welcome.member)
                if welcome.room != oracles[room].name {
                    findings.append((.separation, "line \(line): welcome to \(welcome.room)"))
                }
            case .snapshot(let snapshot): lines[line].sent(snapshot.replica.sequence)
            case .event(let event): lines[line].sent(event.sequence)
            case .offset(let offset): findings += lines[line].check(offset)
            case .inStep(let inStep):
                counts.inSteps += 1
                findings += lines[line].check(inStep, hasChoked: hasChoked, at: milliseconds)
            case .answer(.accepted(let id, let sequence, _)):
                checkMove(id, sequence, on: line, life: life, at: milliseconds)
            default: break
            }
            complain(findings, at: milliseconds)
            if role != .presenter, message.hasNotes {
                complain(.notes, "member \(member), a \(role), is sent notes", at: milliseconds)
            }
        }
    }

    /// Whether it is an event of another room.
    private func isFromElsewhere(_ message: ServerMessage, _ room: Int, _ life: Int) -> Bool {
        guard case .event(let event) = message else { return false }
        return oracles.indices.contains { $0 != room && oracles[$0].event(event.sequence, in: life) == event }
    }

    /// Checks that a move is accepted only under the fencing token in force by the events before the answer.
    private mutating func checkMove(
        _ id: RequestID, _ sequence: Sequence, on line: Int, life: Int, at milliseconds: Int64
    ) {
        guard let (grant, member) = lines[line].acceptedMove(id) else { return }
        counts.fencedMoves += 1
        let room = lines[line].room
        guard let control = oracles[room].control(at: sequence, in: life), control.policy == .baton,
            control.holder != member || control.grant != grant
        else { return }
        let held = "\(control.holder.map { "member \($0.number)" } ?? "nobody") has grant \(control.grant.number)"
        let name = oracles[room].name
        complain(
            .fencing, "\(name): member \(member.number) was obeyed under grant \(grant.number), but \(held)",
            at: milliseconds)
    }

    // MARK: Limits

    /// Checks that everything a loop holds has a limit.
    ///
    /// - Parameter served: The lines that the loop serves.
    mutating func check(_ holdings: Holdings, of loop: Int, served: Int, at milliseconds: Int64) {
        let limits: [(count: Int, limit: Int, noun: String)] = [
            (holdings.connections, served, "connections"), (holdings.subscribers, served, "subscribers"),
            (holdings.mirrors, plan.rooms.count, "mirrors"),
            (holdings.ringFrames, plan.ringFrames, "frames in a ring"),
            (holdings.waitingForCommit, WorldAudit.waitingLimit, "effects that wait for a commit"),
            (holdings.answerBytes, WorldAudit.answerLimit, "bytes of answers for one subscriber"),
            (holdings.wakes, 4 * plan.rooms.count + 16, "planned wake-ups"),
        ]
        for (count, limit, noun) in limits where count > limit {
            complain(.bounds, "loop \(loop): \(count) \(noun), at most \(limit) are possible", at: milliseconds)
        }
    }

    /// The journal's own limit, and the effects that time and members still add to it beyond requests.
    private static let waitingLimit = 1_024 + 256
    /// The server's own limit, and one answer more.
    private static let answerLimit = (1 << 18) + 1_024
}
