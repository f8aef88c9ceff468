import PagingContent
package import PagingEngine

extension Room {
    /// Does what `member` asks, or refuses it with the room untouched; `id` is nil for the samples of a drag, which
    /// are not answered. A repeated id is answered again, not done again. `grant` is the number of the baton under
    /// which the sender believes to move the pager; another than the present one is refused.
    package mutating func handle(
        _ request: Request, id: RequestID?, grant: FencingToken? = nil, from member: MemberID, at now: Instant,
        into effects: inout [RoomEffect]
    ) {
        guard let role = roster[member]?.member.role else { return }
        if let due = peopleDue, due <= now { tick(at: now, into: &effects) }
        if let id, id <= roster.lastRequest(of: member) {
            effects.append(.answer(member, repeatedAnswer(to: id, for: member)))
            return
        }
        let refusal =
            refusal(of: request, from: member, role, grant)
            ?? perform(request, by: member, role, at: now, into: &effects)
        if refusal == nil, request.isMove { renewLease(of: member, at: now, into: &effects) }
        sendOffsetIfDue(at: pager.now, into: &effects)
        noteRest()
        guard let id else { return }
        let answer = refusal.map { Answer.refused(id, $0, sequence) } ?? .accepted(id, sequence)
        roster.remember(answer, to: id, for: member)
        effects.append(.answer(member, answer))
    }

    private func repeatedAnswer(to id: RequestID, for member: MemberID) -> Answer {
        if let known = roster.answer(to: id, for: member) { return known }
        let last = roster.lastRequest(of: member).number
        return .refused(id, Refusal(.badRequest, "id: \(id.number) is not above the last one, \(last)"), sequence)
    }

    /// Why `member` may not ask this; nil when it may.
    private func refusal(of request: Request, from member: MemberID, _ role: Role, _ grant: FencingToken?) -> Refusal? {
        switch request {
        case .resize: return nil
        case .content, .configure, .dragEnabled, .blank:
            return role == .presenter ? nil : Refusal(.forbidden, "only a presenter changes pages and settings")
        case .remove, .lock, .leash, .control(.policy), .control(.take):
            return role == .presenter ? nil : Refusal(.forbidden, "only a presenter says who may do what")
        default:
            guard role != .viewer else {
                return Refusal(.forbidden, "viewers watch; join as member to move the pager")
            }
            return request.isMove ? objection(toMoveOf: member, role, grant: grant) : nil
        }
    }

    private mutating func perform(
        _ request: Request, by member: MemberID, _ role: Role, at now: Instant, into effects: inout [RoomEffect]
    ) -> Refusal? {
        switch request {
        case .control(let action): return perform(action, by: member, role, at: now, into: &effects)
        case .remove(let other): return remove(other, by: member, at: now, into: &effects)
        case .lock(let on):
            var next = control
            next.isLocked = on
            change(next, at: now, into: &effects)
            return nil
        case .leash(let leash):
            var next = control
            next.leash = leash
            change(next, at: now, into: &effects)
            return nil
        case .content(let revision, let pages, let wrap):
            return replaceContent(pages, revision: revision, wrap: wrap, by: member, at: now, into: &effects)
        case .resize(let width, _):
            guard let viewport = pager.configuration.viewport(width: width) else {
                return Refusal(.badRequest, "width \(width) is not a viewport")
            }
            return advance(.resize(viewport), by: member, at: now, into: &effects)
        case .dragBegan(let drag, let viewport):
            return advance(.dragBegan(drag, viewport: viewport), by: member, at: now, into: &effects)
        case .dragMoved(let drag, let way):
            return advance(.dragMoved(drag, by: way), by: member, at: now, into: &effects)
        case .dragEnded(let drag, let way, let velocity):
            return advance(.dragEnded(drag, by: way, velocity: velocity), by: member, at: now, into: &effects)
        case .dragCancelled(let drag):
            return advance(.dragCancelled(drag), by: member, at: now, into: &effects)
        case .step(let direction, let page, let shown):
            return step(direction, from: page, shown: shown, by: member, at: now, into: &effects)
        case .jump(let page, let animated):
            return advance(.jump(page, animated: animated), by: member, at: now, into: &effects)
        case .jumpToItem(let item, let animated):
            return advance(.jumpToItem(item, animated: animated), by: member, at: now, into: &effects)
        case .stripMoved(let drag, let way):
            return advance(.stripMoved(drag, by: way), by: member, at: now, into: &effects)
        case .stripEnded(let drag, let way):
            return advance(.stripEnded(drag, by: way), by: member, at: now, into: &effects)
        case .configure(let configuration):
            guard configuration.windowSlots <= Room.slotsLimit else {
                return Refusal(.badRequest, "window slots are odd, 1 to \(Room.slotsLimit)")
            }
            return advance(.configure(configuration), by: member, at: now, into: &effects)
        case .dragEnabled(let on):
            return advance(.dragEnabled(on), by: member, at: now, into: &effects)
        case .blank(let on):
            if on != isBlank { blank(on, by: member, into: &effects) }
            return nil
        case .point(let page, let at): return point(page, at: at, by: member, into: &effects)
        case .pointNowhere:
            if pointer != nil { point(nil, into: &effects) }
            return nil
        }
    }

    private mutating func replaceContent(
        _ pages: [Page], revision: Int64, wrap: PageOrder.Wrap?, by member: MemberID, at now: Instant,
        into effects: inout [RoomEffect]
    ) -> Refusal? {
        guard pages.count <= DeckLimits.pages else {
            return Refusal(.tooLarge, "pages: at most \(DeckLimits.pages) are possible")
        }
        let loops = wrap.map { $0 == .loop } ?? self.loops
        guard let order = PageOrder(pages.map(\.id), loops: loops) else {
            return Refusal(.badRequest, "pages: an id occurs twice")
        }
        let input = Input.content(revision: revision, order)
        if let refusal = advance(input, by: member, at: now, supplier: .listed(pages), into: &effects) {
            return refusal
        }
        self.loops = loops
        forgetDelivery(into: &effects)
        return nil
    }
}
