import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// What the room says.
extension RoomSession {
    func happened(_ effect: ClientEffect, seat: Int) {
        let now = ClientLoop.now
        record(effect, at: now)
        switch effect {
        case .joined(let welcome): joined(isRecovered: welcome.recovered)
        case .replaced: replaced(at: now)
        case .happened(let event): happened(event, at: now)
        case .moved(let offset): seen?.apply(offset)
        case .answered(let id, .refused(_, let refusal, _)): refused(refusal, request: id, at: now)
        case .answered(let id, .accepted):
            deck?.accepted(id, self)
            stripAnswered(id, at: now)
        case .unanswered(let id): shelf.failed(id)
        case .pages(let id, let pages): arrived(pages, id)
        case .notice(let notice): tell(notice.text)
        case .waiting(_, let reason): lost(reason, at: now)
        case .ended(let end):
            self.end = end
            shell.stop()
        default: break
        }
        frames.isDirty = true
    }

    /// A disk that takes no more ends the recording, not the talk.
    private func record(_ effect: ClientEffect, at now: Instant) {
        do {
            try tap?.note(effect, of: core, at: now)
        } catch {
            tap = nil
            tell("no longer recorded: \(error)")
        }
    }

    private func joined(isRecovered: Bool) {
        if settings.isVerbose, let welcome = core.welcome {
            say("in room \(welcome.room) as member \(welcome.member.number), \(welcome.role.rawValue)")
        }
        tellSize()
        memory.clear()
        tell(nil)
        lostReason = ""
        // Otherwise a new picture of the room follows.
        if isRecovered { deck?.joined(self) }
    }

    private func replaced(at now: Instant) {
        let isFirst = seen == nil
        seen = core.replica
        ownDrag.forget()
        strip.forget()
        (hand, swipe, swipeRequest, stripHand) = (nil, nil, nil, nil)
        shelf = PageCache()
        if let seen { reader?.carry(by: 0, in: seen) }
        if isFirst, settings.beginsAlone { leaveOthers(at: now) }
        deck?.joined(self)
    }

    private func happened(_ event: Event, at now: Instant) {
        guard let before = seen else { return }
        var after = before
        guard after.apply(event) == .applied else { return }
        seen = after
        if let member = core.welcome?.member {
            let roomNow = roomNow(at: now)
            ownDrag.heard(event.change, by: member, before: before, after: after, roomNow: roomNow, now: now)
            strip.heard(event.change, by: member, before: before, after: after, roomNow: roomNow, now: now)
        }
        if case .content(let change, _, _) = event.change { reader?.carry(by: change.carried, in: after) }
        if case .member(let member, let change) = event.change, settings.isVerbose {
            say("\(member.name) \(change == .back ? "is back" : change == .away ? "is away" : change.rawValue)")
        }
        if case .target = event.change { desk.notesScroll = 0 }
        if case .control(let control) = event.change { asked(control, before: before) }
    }

    /// Who may pass the baton on hears who asks for it.
    private func asked(_ control: Control, before: Replica) {
        guard control.holder == core.welcome?.member || role == .presenter,
            let member = control.asked.first(where: { !before.control.asked.contains($0) }),
            member != core.welcome?.member, let name = seen?.members.first(where: { $0.id == member })?.name
        else { return }
        tell("\(name) asks for the baton; P passes it")
    }

    private func lost(_ reason: String, at now: Instant) {
        // Why it was lost says more than why the third attempt to return failed.
        if lostReason.isEmpty { lostReason = reason }
        (hand, swipe, swipeRequest) = (nil, nil, nil)
        stripAnswered(at: now)
        if let replica = core.replica { ownDrag.giveUp(replica: replica, roomNow: roomNow(at: now), now: now) }
        if core.replica == nil { say("\(reason); trying again") }
    }
}
