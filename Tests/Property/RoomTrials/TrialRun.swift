import PagingContent
import PagingEngine
import PagingRoom

/// Plays a trial and looks at everything after every move.
package struct TrialRun {
    private struct TrialMember {
        var member: MemberID?
        var session: Session
        var isCut = false
        var lastID: Int64 = 0
        var drag: Int64 = 1
    }

    private var stage: TrialRoom
    private var replica: Replica
    private var audit: EventAudit
    private var pictures = PictureAudit()
    private var members: [TrialMember] = []
    private var now = Instant(milliseconds: 0)
    private var sessions = 0
    private let isMirrored: Bool
    /// Where the pager was after the move before, to tell whether a hand has been heard of since.
    private var placeBefore: Position?

    private var room: Room { stage.room }

    init(_ trial: Trial, isMirrored: Bool = false) {
        stage = TrialRoom(trial)
        self.isMirrored = isMirrored
        replica = stage.room.snapshot(at: now)
        audit = EventAudit(replica)
    }

    /// Plays `trial` and returns its first flaw; nil when it has none.
    package static func flaw(of trial: Trial) -> Flaw? {
        var run = TrialRun(trial)
        var mirror = trial.hasMirror ? TrialRun(trial, isMirrored: true) : nil
        do {
            try run.open()
            try mirror?.open()
            for place in trial.entries.indices {
                try run.play(place)
                try mirror?.play(place)
                guard let image = mirror else { continue }
                if run.standsHalfway { mirror = nil } else { try run.compare(with: image, at: place) }
            }
            try run.close()
        } catch {
            return error
        }
        return run.stage.replayFlaw() ?? run.stage.impatientFlaw()
    }

    private mutating func open() throws(Flaw) {
        for actor in 0..<3 {
            members.append(TrialMember(session: Session("")))
            try enter(actor, at: nil)
        }
    }

    private mutating func enter(_ actor: Int, at place: Int?) throws(Flaw) {
        sessions += 1
        members[actor] = TrialMember(session: Session("\(sessions)"))
        let role = actor == 0 ? Role.presenter : .member
        members[actor].member = try put(.join(role, members[actor].session), at: place)
    }

    private mutating func play(_ place: Int) throws(Flaw) {
        let entry = stage.trial.entries[place]
        let move = isMirrored ? entry.move.mirrored : entry.move
        now = now.advanced(byMilliseconds: entry.afterMilliseconds)
        switch (move, members[entry.actor].member) {
        case (.comeBack, let member): try comeBack(entry.actor, member, at: place)
        case (.tick, _), (_, nil): try put(.tick, at: place)
        case (.leave, let member?):
            try put(.leave(member), at: place)
            members[entry.actor].member = nil
        case (.cut, let member?):
            try put(.cut(member), at: place)
            members[entry.actor].isCut = true
        default: try ask(move, entry.actor, at: place)
        }
        try look(at: place)
    }

    private mutating func comeBack(_ actor: Int, _ member: MemberID?, at place: Int) throws(Flaw) {
        guard member == nil || members[actor].isCut else { return }
        let session = members[actor].session
        if member != nil, try put(.rejoin(session), at: place) != nil {
            members[actor].isCut = false
            members[actor].lastID = 0
        } else {
            try enter(actor, at: place)
        }
    }

    private mutating func ask(_ move: Move, _ actor: Int, at place: Int) throws(Flaw) {
        guard let member = members[actor].member, !members[actor].isCut else { return }
        if case .grab(_, true) = move { members[actor].drag += 1 }
        if case .strip(_, true) = move { members[actor].drag += 1 }
        guard let request = move.request(drag: DragID(members[actor].drag), replica) else { return }
        var id: RequestID?
        if !request.isSample {
            if move != .repeatID { members[actor].lastID += 1 }
            id = RequestID(members[actor].lastID)
        }
        var grant: FencingToken?
        if case .stepUnderGrant(_, let beside) = move { grant = FencingToken(replica.control.grant.number + beside) }
        let before = room
        let effects = try put(.request(request, grant, id, member), at: place, because: ())
        let answers = effects.filter { if case .answer = $0 { true } else { false } }
        guard answers.count == (id == nil ? 0 : 1) else { throw Flaw(move: place, text: "answers: \(answers)") }
        guard case .answer(_, .refused)? = answers.first else {
            if request.isMove, id != nil, !audit.mayMove(member, under: grant) {
                throw Flaw(move: place, text: "member \(member.number) moves without control")
            }
            return
        }
        // A request that does not even come to the pager leaves it at the time it stood at.
        var later = before
        var said: [RoomEffect] = []
        later.tick(at: now, into: &said)
        guard room.pager == before.pager || room.pager == later.pager else {
            throw Flaw(move: place, text: "refused, and yet it did something")
        }
    }

    @discardableResult
    private mutating func put(_ entry: TrialRoom.Entry, at place: Int?) throws(Flaw) -> MemberID? {
        let (effects, member) = stage.put(entry, at: now)
        try take(effects, at: place)
        return member
    }

    private mutating func put(
        _ entry: TrialRoom.Entry, at place: Int?, because _: Void
    ) throws(Flaw) -> [RoomEffect] {
        let effects = stage.put(entry, at: now).effects
        try take(effects, at: place)
        return effects
    }

    private mutating func take(_ effects: [RoomEffect], at place: Int?) throws(Flaw) {
        for effect in effects {
            if let text = audit.objection(to: effect) { throw Flaw(move: place, text: text) }
            switch effect {
            case .event(let event):
                guard replica.apply(event) == .applied else { throw Flaw(move: place, text: "a gap at \(event)") }
                pictures.note(replica)
            case .offset(let offset, _): replica.apply(offset)
            case .answer, .notes, .inStep, .removed, .audienceRules, .audienceNumbers: break
            }
        }
    }

    /// A replica made of events alone is the room's own picture; what is left untold of a hand follows soon.
    private mutating func look(at place: Int?) throws(Flaw) {
        if let member = members.lazy.compactMap(\.member).first(where: { stage.room.role(of: $0) != nil }),
            let text = pictures.objection(in: stage.room, replica, member)
        {
            throw Flaw(move: place, text: text)
        }
        try foresee(at: place)
        var (room, replica, audit) = (room, replica, audit)
        var moment = room.pager.now
        // A hand that says nothing for so long stands, and everybody is told where.
        let end = moment.advanced(byMilliseconds: 64)
        while room.isInHand, let due = room.nextDeadline, due <= end {
            moment = max(moment, due)
            var effects: [RoomEffect] = []
            room.tick(at: moment, into: &effects)
            for effect in effects {
                if let text = audit.objection(to: effect) { throw Flaw(move: place, text: "soon after, \(text)") }
                if case .event(let event) = effect { replica.apply(event) }
                if case .offset(let offset, _) = effect { replica.apply(offset) }
            }
        }
        replica.position = replica.position(at: moment)
        let truth = room.snapshot(at: moment)
        guard replica != truth else { return }
        throw Flaw(move: place, text: "the replica is not the room's: \(replica.difference(from: truth))")
    }

    /// Under a hand the replica is near the pager, or will be told: of a sample it does not show within 16 ms, of a hand
    /// that does not go on as foreseen 40 ms after its last sample.
    private mutating func foresee(at place: Int?) throws(Flaw) {
        let pager = room.pager
        let isHeardOf = pager.position != placeBefore
        placeBefore = pager.position
        guard pager.phase.name == .dragging else { return }
        let off = abs((replica.position(at: pager.now) - pager.position).units)
        let wait = room.nextDeadline.map { $0.milliseconds(since: pager.now) } ?? .max
        guard off > Position.unitsPerPage / 200, wait > (isHeardOf ? 16 : 40) else { return }
        throw Flaw(move: place, text: "the replica is \(off) units beside the hand, and nothing is said for \(wait) ms")
    }

    /// With nobody's hand on it and time enough the pager rests.
    private mutating func close() throws(Flaw) {
        now = max(now, room.pager.now).advanced(byMilliseconds: 100_000)
        try put(.tick, at: nil)
        try look(at: nil)
        let pager = room.pager
        guard pager.phase == .idle || pager.phase == .empty, pager.strip == nil, !pager.loading else {
            throw Flaw(move: nil, text: "not at rest: \(pager.phase)")
        }
        if let text = audit.objectionAtRest { throw Flaw(move: nil, text: text) }
    }
}

extension TrialRun {
    /// Exactly half way between two pages the higher one counts, so such a place has no mirror image.
    private var standsHalfway: Bool {
        let pager = room.pager
        var places = [pager.position, pager.stripPosition]
        if case .settling(let animation) = pager.phase { places.append(animation.to) }
        return places.contains { $0.units & 0xFFFF == 0x8000 }
    }

    /// Whether `image` stands on the other side of page 0 in everything.
    private func compare(with image: TrialRun, at place: Int) throws(Flaw) {
        let (here, there) = (room.pager, image.room.pager)
        let pages = [(here.settled, there.settled), (here.target, there.target), (here.origin, there.origin)]
        let isMirrored =
            here.position.units == -there.position.units && here.phase.name == there.phase.name
            && here.stripPosition.units == -there.stripPosition.units
            && pages.allSatisfy { $0.value == -$1.value } && room.sequence == image.room.sequence
        guard !isMirrored else { return }
        throw Flaw(
            move: place,
            text: "mirrored, it stands at \(there.position.units), not at \(-here.position.units) units; "
                + "\(pages.map { "\($0.value) \($1.value)" }), \(here.phase.name) \(there.phase.name)")
    }
}

extension Room {
    fileprivate var isInHand: Bool { pager.phase.name == .dragging || pager.strip != nil }
}
