import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The loops and the shell around each.
extension World {
    mutating func serve(_ loop: Int, _ event: ServerEvent) {
        guard cores.indices.contains(loop) else { return }
        serverEffects.removeAll(keepingCapacity: true)
        cores[loop].handle(event, at: serverNow, into: &serverEffects)
        let due = serverEffects
        let records = recorded(due, on: loop, in: event)
        listen(to: loop)
        var choked: [PeerID] = []
        var served: Set<PeerID> = []
        let present = life
        for effect in due {
            if burnsDown() { return }
            switch effect {
            case .send(let bytes, let peers):
                let messages = table.decode(bytes)
                for peer in peers {
                    if burnsDown() { return }
                    if !served.insert(peer).inserted {
                        complain(.manners, "line \(peer.number): two messages from one event")
                    }
                    if deliver(messages, to: Int(peer.number)) { choked.append(peer) }
                }
            case .authorize: complain(.manners, "a token was looked at in an open world")
            case .ping(let peer): sendDown(Int(peer.number), .pong)
            case .close(let peer, let code, _): close(peer, code)
            case .mail(let mail, let other): carry(.mail([mail]), from: loop, to: other)
            case .journal(let room, let number, let record, _):
                commit(Disk.Write(room: room, loop: loop, number: number, record: record, left: records[room]?[number]))
            case .forget(let room): complain(.manners, "\(room) is forgotten, and it is to last")
            case .log(.diverged(let room, let member, let sequence)):
                complain(.picture, "\(room): member \(member) shows something else after event \(sequence)")
            case .admitted, .log: break
            }
        }
        for peer in choked where life == present && sabotage != .chokeUnheard { serve(loop, .choked(peer)) }
    }

    /// Records which events the records of a call belong to, and the rooms after the call.
    private mutating func recorded(
        _ effects: [ServerEffect], on loop: Int, in event: ServerEvent
    ) -> [String: [RecordNumber: Replica]] {
        // The events of several steps in one call do not show which record they belong to.
        var isOneStep = true
        if case .drain = event { isOneStep = false }
        if case .tick = event, isExiting { isOneStep = false }
        var left: [String: [RecordNumber: Replica]] = [:]
        for case .journal(let name, let number, let record, _) in effects {
            guard let room = plan.rooms.firstIndex(where: { $0.name == name }) else { continue }
            let before = isOneStep && left[name] == nil ? happened[room] : record.sequence
            books[room].issued(number, before: before)
            left[name] = cores[loop].snapshot(of: name, at: serverNow).map { [number: $0] }
        }
        return left
    }

    /// Records the new events of a loop's rooms.
    private mutating func listen(to loop: Int) {
        for room in homes.indices where homes[room] == loop {
            let name = plan.rooms[room].name
            guard let told = cores[loop].published(in: name, after: books[room].lastSaid) else { continue }
            happened[room] = cores[loop].sequence(of: name) ?? happened[room]
            guard told.last > books[room].lastSaid else { continue }
            for event in table.events(told.frames, after: books[room].lastSaid) {
                counts.events += 1
                note("\(name) says \(event.sequence.number) \(event.change)")
                for (rule, text) in books[room].hear(event) { complain(rule, text) }
            }
        }
    }

    /// Puts a message on its line and returns whether the line took it only in part.
    private mutating func deliver(_ messages: [ServerMessage], to line: Int) -> Bool {
        if lines[line].isChoked { complain(.manners, "line \(line): sent to although it is choked") }
        if lines[line].serverKnows { complain(.manners, "line \(line): sent to although it is closed") }
        inspect(messages, on: line)
        if sabotage != nil, isSabotaged(messages, on: line) { return false }
        let isMute = lines[line].condition == .halfOpen && lines[line].random.chance(20)
        let chokes = !lines[line].isChoked && (isMute || isBusy && lines[line].random.chance(3))
        if chokes {
            // Most readers are stuck for a moment, some longer than they may; one that has gone for ever.
            let stuck: ClosedRange<Int64> = lines[line].random.chance(85) ? 10...2_500 : 3_000...9_000
            let moment = milliseconds + lines[line].random.within(stuck)
            lines[line].drainsAt = moment
            lines[line].isChoked = true
            lines[line].hasChoked = true
            if lines[line].condition != .halfOpen { plan(.drained(line: line), at: moment, of: .line(line)) }
        }
        sendDown(line, .messages(messages))
        return chokes
    }

    private mutating func close(_ peer: PeerID, _ code: CloseCode) {
        let line = Int(peer.number)
        note("server closes line \(line): \(code)")
        sendDown(line, .closed(code: code.rawValue))
        // The server's end is gone soon, whatever the other does.
        plan(.up(line: line, .closed(code: code.rawValue)), at: milliseconds + random.within(0...800), of: .line(line))
    }

    /// One of the effects before the end; true: this was the last.
    private mutating func burnsDown() -> Bool {
        guard let left = fuse else { return false }
        fuse = left - 1
        guard left == 0 else { return false }
        crash()
        return true
    }
}
