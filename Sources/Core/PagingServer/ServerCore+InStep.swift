import PagingEngine
import PagingRoom
import PagingWire

/// Who is in step. Members say what they show to their own loop, which collects it for a moment and passes it on in one
/// letter: a crowd that comes to rest must not cost its home a letter each.
extension ServerCore {
    /// How long a loop collects.
    static let drawnMilliseconds: Int64 = 250

    /// Keeps what a reader of this loop shows; the newest counts.
    mutating func note(_ drawn: Drawn, of reader: Int, in room: String, at now: Instant) {
        if let place = mirrors.index(of: room) { mirrors[place].note(drawn, of: reader) }
        drawnRooms.insert(room)
        if drawnDueAt == nil { drawnDueAt = now.advanced(byMilliseconds: ServerCore.drawnMilliseconds) }
    }

    /// Sends the homes what was collected.
    mutating func passOnDrawn(at now: Instant, into effects: inout [ServerEffect]) {
        guard let due = drawnDueAt, due <= now else { return }
        for room in drawnRooms.sorted() {
            guard let drawn = mirrors[room]?.takeDrawn(), !drawn.isEmpty else { continue }
            mailHome(of: room, .drawn(room: room, drawn), into: &effects)
        }
        drawnRooms.removeAll(keepingCapacity: true)
        drawnDueAt = nil
    }

    /// As the home: counts who shows what the room showed.
    mutating func take(_ drawn: [Drawn], of name: String, at now: Instant, into effects: inout [ServerEffect]) {
        var divergences: [Divergence] = []
        with(name, at: now, into: &effects) { room, _ in divergences = room.take(drawn) }
        counts.record(divergences: divergences.count)
        for divergence in divergences where divergence.isNew {
            effects.append(
                .log(.diverged(room: name, member: divergence.member.number, at: divergence.at.number)))
        }
    }

    /// Tells presenters who is in step. It waits for no memory: like an answer it may speak of events that are not told
    /// yet, and says nothing that could be lost.
    mutating func tellInStep(
        _ said: [RoomEffect], of place: Home.Index, into effects: inout [ServerEffect]
    ) {
        for case .inStep(let news, let presenters) in said {
            tell(presenters, encode(.inStep(news)), in: place, into: &effects)
        }
    }
}
