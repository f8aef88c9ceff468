import PagingEngine
import PagingRoom

/// A random room whose owner crashes once. Another owner restores it from the committed records, edges open the connections
/// again, and requests without an answer are sent again. In the end the room is as if nothing had happened, and each
/// request has the answer that it had without a crash.
///
/// Requests whose outcome depends on state that no record keeps are left out: drags and the baton. A request of which no
/// record tells what became of it is decided again, after later changes of other members. Where that changes the
/// outcome, the trial ends.
package struct CrashTrial {
    /// A fault put into the restored records on purpose.
    package enum Fault: CaseIterable, Sendable {
        case doneNotLoaded
        case connectionIgnored
        case refusalsForgotten
    }

    /// The crash: the owner has performed the first `performed` entries, of which the records of the first `committed` ones
    /// are kept, and the answers of the first `answered` ones have arrived.
    private struct Crash {
        let performed: Int
        let committed: Int
        let answered: Int
    }

    private let script: CrashScript
    private let crash: Crash
    private var room: Room
    private var now = Instant(milliseconds: 0)
    /// Whether a request was decided in another way than the first time, because the room is another.
    private var hasDiverged = false

    /// Plays the trial of `seed` and returns its first flaw; nil when it has none.
    package static func flaw(seed: UInt64, fault: Fault? = nil) -> Flaw? {
        do throws(Flaw) {
            var trial = try CrashTrial(seed: seed, fault: fault)
            try trial.openAgain()
            for place in trial.crash.answered..<trial.script.entries.count where !trial.hasDiverged {
                try trial.play(place)
            }
            if !trial.hasDiverged { try trial.compare() }
            return nil
        } catch {
            return error
        }
    }

    private init(seed: UInt64, fault: Fault?) throws(Flaw) {
        var random = SplitMix(seed: seed)
        script = CrashScript(&random)
        let performed = Int(random.integer(1...Int64(script.entries.count)))
        // A member returns after its earlier requests are committed; it does not send them again.
        let returned = script.entries[..<performed].lastIndex { $0.request == nil }.map { $0 + 1 } ?? 0
        let committed = Int(random.integer(Int64(returned)...Int64(performed)))
        crash = Crash(
            performed: performed, committed: committed, answered: Int(random.integer(0...Int64(committed))))
        let records = script.records[..<script.recordCount(after: committed)]
        guard var sum = records.first else { throw Flaw(move: nil, text: "no record") }
        for record in records.dropFirst() { sum.add(record) }
        if let fault { sum.done = CrashTrial.tampered(sum.done, fault, script.connections(after: performed)) }
        let restored = Room(name: "crash", epoch: Epoch("next"), restoring: sum, now: now)
        guard let restored else { throw Flaw(move: nil, text: "not restored") }
        room = restored
    }

    private static func tampered(
        _ done: [MemberID: DoneRequest], _ fault: Fault, _ connections: [MemberID: ConnectionKey]
    ) -> [MemberID: DoneRequest] {
        switch fault {
        case .doneNotLoaded: [:]
        case .connectionIgnored:
            Dictionary(
                uniqueKeysWithValues: done.map { member, done in
                    let connection = connections[member] ?? done.connection
                    return (member, DoneRequest(on: connection, id: done.id, refused: done.refused))
                })
        case .refusalsForgotten: done.mapValues { DoneRequest(on: $0.connection, id: $0.id) }
        }
    }

    /// Opens the connections again that were open when the owner crashed.
    private mutating func openAgain() throws(Flaw) {
        let connections = script.connections(after: crash.performed)
        for (member, connection) in connections.sorted(by: { $0.key < $1.key }) {
            let answered = script.entries[..<crash.answered].last { $0.connection == connection }?.id
            var effects: [RoomEffect] = []
            let back = room.reopen(
                CrashScript.session(of: member), on: connection, answered: answered ?? RequestID(0), at: now,
                into: &effects)
            _ = room.takeRecord()
            guard back == member else { throw Flaw(move: nil, text: "member \(member.number) is unknown") }
        }
    }

    private mutating func play(_ place: Int) throws(Flaw) {
        let entry = script.entries[place]
        let isSentAgain = place < crash.performed
        if isSentAgain, script.connections(after: crash.performed)[entry.member] != entry.connection { return }
        now = now.advanced(byMilliseconds: CrashScript.restMilliseconds)
        var effects: [RoomEffect] = []
        room.tick(at: now, into: &effects)
        _ = room.takeRecord()
        guard let request = entry.request else {
            if !isSentAgain { CrashScript.bringBack(entry, to: &room, at: now) }
            return
        }
        effects = []
        room.handle(request, id: entry.id, from: entry.member, at: now, into: &effects)
        let record = room.takeRecord()
        let answers = effects.compactMap { if case .answer(entry.member, let answer) = $0 { answer } else { nil } }
        let isSame = answers.count == 1 && answers.first?.isAccepted == entry.isAccepted
        if place < crash.committed, !script.isRecorded(place, within: crash.committed) {
            hasDiverged = !isSame || record != nil
        } else if !isSame {
            let accepted = entry.isAccepted ? "accepted" : "refused"
            throw Flaw(move: place, text: "\(request) was \(accepted), and now: \(answers)")
        } else if place < crash.committed, effects.count > 1 {
            throw Flaw(move: place, text: "\(request) is performed twice: \(effects)")
        }
    }

    private mutating func compare() throws(Flaw) {
        let end = CrashScript.kept(of: &room, at: now.advanced(byMilliseconds: CrashScript.restMilliseconds))
        if end != script.end {
            throw Flaw(
                move: nil,
                text: "\(String(describing: end)) and not \(String(describing: script.end)); \(crash)")
        }
    }
}

extension Answer {
    fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
