import PagingEngine

/// Who is in step: shows what the room shows when nothing moves.
extension Room {
    /// Takes note of what members say they show; tells who shows something else than the room did, once for each rest.
    package mutating func take(_ drawn: [Drawn]) -> [Divergence] {
        drawn.compactMap { word in
            guard roster[word.member] != nil else { return nil }
            return rollCall.take(word, newest: sequence, at: pager.now)
        }
    }

    /// Takes note that the room has come to rest, at the end of a call: what a call passes through nobody stays at.
    mutating func noteRest() {
        guard isRestDue else { return }
        switch pager.phase {
        case .dragging, .settling: return
        case .empty, .idle: break
        }
        isRestDue = false
        rollCall.begin(at: sequence, digest, now: pager.now)
    }

    /// That of a snapshot, without those in it whom it does not speak of.
    private var digest: Digest {
        var replica = Replica(
            sequence: sequence, configuration: pager.configuration, phase: pager.phase, settled: pager.settled,
            position: pager.position, origin: pager.origin, target: pager.target, loading: pager.loading,
            dragEnabled: pager.dragEnabled, revision: pager.revision, count: pager.order.count,
            wrap: pager.order.wrap, window: window, members: [], viewers: 0)
        replica.shown = shown
        return replica.digest
    }

    /// Who is here has changed; `member` has come on a new connection, or is gone.
    mutating func noteComing(of member: MemberID) {
        if roster[member]?.member.role == .presenter { rollCall.forgetTold() }
        rollCall.change(at: pager.now)
    }

    mutating func noteGoing(of member: MemberID) {
        if roster[member] == nil { rollCall.forget(member) }
        rollCall.change(at: pager.now)
    }

    /// When presenters are to be told who is in step.
    var inStepDue: Instant? { roster.presenters.isEmpty ? nil : rollCall.due }

    mutating func tellInStep(at now: Instant, into effects: inout [RoomEffect]) {
        guard let due = inStepDue, due <= now else { return }
        let roster = roster
        guard let news = rollCall.tell(at: now, { roster.count($0) }) else { return }
        effects.append(.inStep(news, to: roster.presenters))
    }
}

extension Roster {
    /// Holds those who are here against who has drawn `rest`.
    fileprivate func count(_ rest: RenderAcks.Rest) -> InStep {
        var count = InStep(at: rest.first, drawn: 0, of: 0, diverged: 0, behind: [])
        for attendee in present {
            let member = attendee.member.id
            count.of += 1
            if rest.drawn.contains(member) {
                count.drawn += 1
            } else if rest.diverged.contains(member) {
                count.diverged += 1
            } else if attendee.isListed {
                count.behind.append(member)
            }
        }
        count.behind = Array(count.behind.sorted().prefix(InStep.behindLimit))
        return count
    }
}

extension Event.Change {
    /// Whether a picture at rest is another one afterwards, or nothing rests any more.
    package var changesPicture: Bool {
        switch self {
        case .dragBegan, .dragEnded, .target, .animation, .interrupted, .completed, .selected, .shift, .content,
            .revealed:
            true
        case .dragEnabled, .loading, .settings, .strip, .member, .audience, .control, .blank, .pointer: false
        }
    }
}
