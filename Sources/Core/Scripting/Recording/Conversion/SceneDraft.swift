import PagingEngine
import PagingRoom
import PagingWire

/// The actions of members in a recording, written down as steps of actors line by line.
struct SceneDraft {
    /// The kinds of events that no script can repeat, with their number.
    private(set) var omissions: [String: Int] = [:]
    private var cast = DraftCast()
    let pages: RecordedPages
    /// The preset at the start of the recording.
    private(set) var firstPreset = Script.Room.standard.preset
    private(set) var view: RecordedView
    /// The number of the list of pages in the room.
    private var listNumber = 0
    /// The delay of the script behind the recording in milliseconds, in which it prepares the room.
    private(set) var lead: Int64 = 0
    /// The announced target of the pager, until an event names the cause.
    private var announced: (from: PageIndex, to: PageIndex, isStep: Bool)?
    /// The time and the actor of the last release, of the pager and of the strip. It causes what the pager does in the
    /// same millisecond.
    private var releasedAt: Int64?
    private var released: Int?
    private var strippedAt: Int64?
    private var stripped: Int?
    /// The actor that moved the pager last.
    private var mover: Int?
    /// The events after which the member that went away comes back.
    private let returns: Set<Int64>

    init(_ recording: Recording) {
        pages = RecordedPages(recording)
        view = recording.view(before: 0)
        returns = SceneDraft.returns(in: recording)
        for line in recording.lines {
            let before = view.replica
            view.replay(line)
            follow(line, before: before)
        }
        for index in cast.indices { endDrag(of: index, at: recording.durationMilliseconds + lead) }
    }

    /// The time in which a script prepares its room.
    private static let preparationMilliseconds: Int64 = 1_000

    private mutating func follow(_ line: RecordingLine, before: Replica?) {
        guard let replica = view.replica else { return }
        let time = line.milliseconds + lead
        switch line.content {
        case .message(.snapshot):
            if let before {
                takeUp(replica, after: before, at: time)
            } else {
                prepare(replica)
            }
        case .message(.event(let event)):
            if let before { follow(event, from: before, to: replica, at: time) }
        case .message(.offset(let offset)): move(offset, at: time)
        default: break
        }
    }

    /// The actors with their steps.
    var actors: [ActorDraft] { cast.actors }

    /// Brings a fresh room to where the recording begins.
    private mutating func prepare(_ replica: Replica) {
        firstPreset = replica.configuration.preset
        let edit = ConfigurationEdit(from: Configuration(replica.configuration.preset), to: replica.configuration)
        if let edit { direct(.configure(edit)) }
        if replica.target != PageIndex(0), replica.phase != .empty {
            direct(.jump(replica.number(of: replica.target), animated: false))
            direct(.wait(Wait(.rest)))
        }
        for _ in 0..<replica.shown { direct(.step(.forward, from: nil)) }
        if replica.isBlank { direct(.blank(true)) }
        let policy = replica.control.policy
        if policy != .open { direct(.control(.policy(policy))) }
        if !replica.dragEnabled { omit("drags that are switched off") }
        lead = !cast.hasDirector ? 0 : SceneDraft.preparationMilliseconds
        for member in replica.members where !member.isAway { cast.enter(member, at: 0) }
        if let holder = replica.control.holder, policy == .baton { act(.control(.request), by: holder, at: 0) }
        if case .dragging(let drag) = replica.phase {
            let time = lead
            change(drag.holder) { $0.grab(at: Position(page: drag.base), base: drag.base, at: time) }
        }
    }

    /// Continues after a gap.
    private mutating func takeUp(_ replica: Replica, after before: Replica, at time: Int64) {
        omit("gaps")
        for index in cast.indices { endDrag(of: index, at: time) }
        announced = nil
        showNextList(by: nil, at: time)
        guard replica.target != before.target, replica.phase != .empty else { return }
        act(.jump(replica.number(of: replica.target), animated: false), index: anyActor(), at: time)
    }

    private mutating func direct(_ action: Step.Action) {
        let index = cast.director()
        cast[index].act(action, at: 0)
    }

    /// Changes the pages, by the member that did it where that is known.
    private mutating func showNextList(by member: MemberID?, at time: Int64) {
        listNumber += 1
        guard !pages.agree(listNumber - 1, listNumber) else { return }
        guard pages.isListed(listNumber) else { return omit("changes to pages without end") }
        act(.content(.pages(pages.list(listNumber))), index: member.map { index(of: $0) } ?? cast.presenter(), at: time)
    }

    private mutating func omit(_ what: String) { omissions[what, default: 0] += 1 }

    private mutating func act(_ action: Step.Action, by member: MemberID?, at time: Int64) {
        act(action, index: member.map { index(of: $0) } ?? anyActor(), at: time)
    }

    private mutating func act(_ action: Step.Action, index: Int, at time: Int64) {
        endDrag(of: index, at: time)
        cast[index].enter(at: time)
        cast[index].act(action, at: time)
    }

    private mutating func change(_ member: MemberID, _ body: (inout ActorDraft) -> Void) {
        let index = index(of: member)
        body(&cast[index])
    }

    /// Cancels a drag that is still held.
    private mutating func endDrag(of index: Int, at time: Int64) {
        guard let drag = cast[index].drag else { return }
        cast[index].endDrag(drag.isOnStrip ? .released(nil) : .held)
        if !drag.isOnStrip, !drag.samples.isEmpty { cast[index].act(.cancel, at: time) }
    }

    /// Whether the event's member comes back after it.
    private func comesBack(after event: Event) -> Bool { returns.contains(event.sequence.number) }

    private static func returns(in recording: Recording) -> Set<Int64> {
        var next: [MemberID: Member.Change] = [:]
        var found: Set<Int64> = []
        for line in recording.lines.reversed() {
            guard case .message(.event(let event)) = line.content, case .member(let member, let change) = event.change
            else { continue }
            if change == .away, next[member.id] == .back { found.insert(event.sequence.number) }
            next[member.id] = change
        }
        return found
    }

    // MARK: Events

    private mutating func follow(_ event: Event, from before: Replica, to replica: Replica, at time: Int64) {
        switch event.change {
        case .dragBegan(_, let member, let place, let base):
            mover = index(of: member)
            endDrag(of: index(of: member), at: time)
            change(member) { $0.grab(at: place, base: base, at: time) }
        case .dragEnded(_, let member, let place, let outcome):
            end(of: member, at: place, outcome, time)
        case .target(let from, let to):
            announced = (from, to, isStep: to > from && before.shown < before.steps(at: from))
        case .animation(let animation): follow(animation, replica, at: time)
        case .selected(_, let page, _, _): arrive(at: page, replica, time)
        case .content(let content, _, let member):
            announced = nil
            carry(by: Distance(pages: content.carried), base: content.target)
            showNextList(by: member, at: time)
        case .strip(let place, _, let member): followStrip(place, by: member, before, at: time)
        case .revealed(_, let shown, let member):
            // A page that is shown again is complete at once; that is not a step.
            guard announced == nil else { return }
            act(.step(shown > before.shown ? .forward : .back, from: nil), by: member, at: time)
        case .settings(let configuration, _):
            guard let edit = ConfigurationEdit(from: before.configuration, to: configuration) else { return }
            act(.configure(edit), index: cast.presenter(), at: time)
        case .blank(let on, let member):
            act(.blank(on), index: member.map { index(of: $0) } ?? cast.presenter(), at: time)
        case .control(let control): follow(control, after: before.control, at: time)
        case .member(let member, let change): follow(member, change, comesBack: comesBack(after: event), at: time)
        case .dragEnabled: omit("drags switched off or on")
        case .pointer: omit("movements of a pointer")
        case .interrupted, .completed, .shift, .loading, .audience: break
        }
    }

    private mutating func move(_ offset: Offset, at time: Int64) {
        guard let member = offset.by else { return }
        change(member) { actor in
            guard actor.drag?.isOnStrip == offset.isOnStrip else { return }
            actor.drag?.move(to: offset.position, at: time)
        }
    }

    private mutating func end(of member: MemberID, at place: Position, _ outcome: Drag.Outcome, _ time: Int64) {
        let index = index(of: member)
        cast[index].drag?.move(to: place, at: time)
        guard outcome == .released else { return endDrag(of: index, at: time) }
        releasedAt = time
        announced = nil
        released = index
    }

    private mutating func carry(by way: Distance, base: PageIndex) {
        for index in cast.indices where cast[index].drag?.isOnStrip == false {
            cast[index].carry(by: way, base: base)
        }
    }

    private mutating func follow(_ animation: Animation, _ replica: Replica, at time: Int64) {
        let way = announced
        announced = nil
        switch animation.cause {
        case .release: finishDrag(animation, replica)
        case .cancel, .content: break
        case .step:
            guard let way else { return }
            let page = way.isStep ? replica.number(of: way.from) : nil
            mover = animation.by.map { index(of: $0) } ?? mover
            act(.step(way.to > way.from ? .forward : .back, from: page), by: animation.by, at: time)
        case .jump:
            let page = replica.number(of: animation.to.nearestPage)
            if let member = animation.by {
                mover = index(of: member)
                // A strip that is released on a tab makes the same jump.
                if strippedAt == time, stripped == mover { return }
            }
            act(.jump(page, animated: true), by: animation.by, at: time)
        }
    }

    /// Handles a page that is there at once: after a release in place, or a jump without an animation.
    private mutating func arrive(at page: PageIndex, _ replica: Replica, _ time: Int64) {
        if releasedAt == time { finishDrag(nil, replica) }
        guard let way = announced, way.to == page else { return }
        announced = nil
        guard releasedAt != time else { return }
        act(.jump(replica.number(of: page), animated: false), index: anyActor(), at: time)
    }

    /// Releases the drag with the velocity that brings the pager to where it went.
    private mutating func finishDrag(_ animation: Animation?, _ replica: Replica) {
        guard let index = released, let drag = cast[index].drag, let last = drag.samples.last else { return }
        released = nil
        let plan = DragPlan(samples: drag.samples, ending: .held)
        let goal = animation?.to.nearestPage ?? replica.target
        let place = drag.start + last.translation
        let release = RecordedRelease(
            configuration: replica.configuration, fromBase: place - Position(page: drag.base),
            sinceGrab: last.translation, slope: plan.finalVelocity, told: animation?.startVelocity ?? .zero,
            pages: goal - drag.base)
        cast[index].endDrag(.released(release.velocity))
    }

    private mutating func followStrip(_ place: Position, by member: MemberID?, _ before: Replica, at time: Int64) {
        if let member {
            let index = index(of: member)
            if cast[index].drag == nil {
                cast[index].grab(at: Position(page: before.settled), base: before.settled, isOnStrip: true, at: time)
            }
            cast[index].drag?.move(to: place, at: time)
            return
        }
        for index in cast.indices where cast[index].drag?.isOnStrip == true {
            cast[index].drag?.hold(until: time)
            endDrag(of: index, at: time)
            (stripped, strippedAt) = (index, time)
        }
    }

    // MARK: Members and the baton

    private mutating func follow(_ member: Member, _ change: Member.Change, comesBack: Bool, at time: Int64) {
        switch change {
        case .joined: cast.enter(member, at: time)
        case .back: cast.enter(member, at: time)
        case .away: leave(member.id, comesBack ? .cut : .leave, at: time)
        case .left: leave(member.id, .leave, at: time)
        }
    }

    private mutating func leave(_ member: MemberID, _ action: Step.Action, at time: Int64) {
        guard let index = cast.known(member), cast[index].presence == .inRoom else { return }
        endDrag(of: index, at: time)
        cast[index].act(action, at: time)
    }

    private mutating func follow(_ control: Control, after before: Control, at time: Int64) {
        guard control.policy == before.policy else {
            return act(.control(.policy(control.policy)), index: cast.presenter(), at: time)
        }
        if control.leash != before.leash || control.isLocked != before.isLocked { omit("changes of leash and lock") }
        guard control.policy == .baton else { return }
        for member in control.asked where !before.asked.contains(member) {
            act(.control(.request), by: member, at: time)
        }
        for member in before.asked where !control.asked.contains(member) && control.holder != member {
            release(member, at: time)
        }
        guard control.holder != before.holder else { return }
        pass(from: before, to: control.holder, at: time)
    }

    private mutating func pass(from before: Control, to heir: MemberID?, at time: Int64) {
        guard let heir else { return before.holder.map { release($0, at: time) } ?? () }
        guard let holder = before.holder else { return act(.control(.request), by: heir, at: time) }
        let index = index(of: heir)
        if before.asked.first == heir { return release(holder, at: time) }
        if cast[index].role == .presenter { return act(.control(.take), index: index, at: time) }
        act(.control(.grant(to: cast[index].name)), by: holder, at: time)
    }

    /// Releases the baton; a member that left released it by leaving.
    private mutating func release(_ member: MemberID, at time: Int64) {
        guard let index = cast.known(member), cast[index].presence == .inRoom else { return }
        act(.control(.release), index: index, at: time)
    }

    /// An actor in the room that may move the pager, for what the recording does not attribute to a member.
    private mutating func anyActor() -> Int {
        if let holder = view.replica?.control.holder { return index(of: holder) }
        if let mover, cast[mover].presence == .inRoom { return mover }
        return cast.presenter()
    }

    private mutating func index(of member: MemberID) -> Int { cast.number(of: member, in: view.replica) }
}

extension Replica {
    /// The number of steps of a page in the window.
    fileprivate func steps(at index: PageIndex) -> Int {
        window.first { $0.index == index }?.page.steps ?? 0
    }
}
