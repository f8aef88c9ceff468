import PagingContent
import PagingEngine
import PagingRoom

/// A room as a trial drives it: what was put in is kept, to be put in again.
struct TrialRoom {
    /// Something put into a room.
    enum Entry {
        case join(Role, Session)
        case rejoin(Session)
        case leave(MemberID)
        case cut(MemberID)
        case request(Request, FencingToken?, RequestID?, MemberID)
        case tick
    }

    private(set) var room: Room
    private(set) var record: [(entry: Entry, at: Instant, effects: [RoomEffect])] = []
    let trial: Trial

    init(_ trial: Trial) {
        self.trial = trial
        room = TrialRoom.room(of: trial)
    }

    static func room(of trial: Trial) -> Room {
        var room = Room(
            name: "trial", epoch: Epoch("trial"), supplier: trial.supplier,
            configuration: Configuration(trial.preset, trial.tweak), policy: trial.policy, now: Instant(milliseconds: 0)
        )
        room.framesWanted = trial.wantsFrames ? 1 : 0
        return room
    }

    /// Puts `entry` in and keeps it; a member joins or comes back as the number returned.
    mutating func put(_ entry: Entry, at now: Instant) -> (effects: [RoomEffect], member: MemberID?) {
        var effects: [RoomEffect] = []
        let member = TrialRoom.put(entry, at: now, into: &room, &effects)
        record.append((entry, now, effects))
        return (effects, member)
    }

    static func put(
        _ entry: Entry, at now: Instant, into room: inout Room, _ effects: inout [RoomEffect]
    ) -> MemberID? {
        switch entry {
        case .join(let role, let session):
            return room.join(name: nil, role: role, session: session, at: now, into: &effects)
        case .rejoin(let session): return room.rejoin(session, at: now, into: &effects)
        case .leave(let member): room.leave(member, at: now, into: &effects)
        case .cut(let member): room.disconnect(member, at: now, into: &effects)
        case .request(let request, let grant, let id, let member):
            room.handle(request, id: id, grant: grant, from: member, at: now, into: &effects)
        case .tick: room.tick(at: now, into: &effects)
        }
        return nil
    }

    /// Puts everything kept into a new room: it says the same, bit for bit.
    func replayFlaw() -> Flaw? {
        var again = TrialRoom.room(of: trial)
        for (entry, now, effects) in record {
            var said: [RoomEffect] = []
            _ = TrialRoom.put(entry, at: now, into: &again, &said)
            guard said == effects else { return Flaw(move: nil, text: "the replay says something else at \(now)") }
        }
        return nil
    }

    /// Looks at the room at every deadline in between: the pager comes to the same. Where time runs backwards it is not
    /// asked, for what comes with an earlier time may come before what was looked at.
    func impatientFlaw() -> Flaw? {
        guard trial.entries.allSatisfy({ $0.afterMilliseconds >= 0 }) else { return nil }
        var again = TrialRoom.room(of: trial)
        var said: [RoomEffect] = []
        for (entry, now, _) in record {
            while let deadline = again.pager.nextDeadline, deadline < now { again.tick(at: deadline, into: &said) }
            _ = TrialRoom.put(entry, at: now, into: &again, &said)
        }
        return again.pager == room.pager ? nil : Flaw(move: nil, text: "it matters who looks when")
    }
}
