import PagingEngine
import PagingRoom

/// What an event says somebody did.
extension SceneDraft {
    mutating func follow(_ event: Event, from before: Replica, to replica: Replica, at time: Int64) {
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
            // A page one comes back to is shown whole at once: that is no step of its own.
            guard announced == nil else { return }
            act(.step(shown > before.shown ? .forward : .back, from: nil), by: member, at: time)
        case .settings(let configuration, _):
            guard let edit = ConfigurationEdit(from: before.configuration, to: configuration) else { return }
            act(.configure(edit), index: presenter(), at: time)
        case .blank(let on, let member):
            act(.blank(on), index: member.map { index(of: $0) } ?? presenter(), at: time)
        case .control(let control): follow(control, after: before.control, at: time)
        case .member(let member, let change): follow(member, change, comesBack: comesBack(after: event), at: time)
        case .dragEnabled: omit("drags switched off or on")
        case .pointer: omit("movements of a pointer")
        case .interrupted, .completed, .shift, .loading, .audience: break
        }
    }

    mutating func move(_ offset: Offset, at time: Int64) {
        guard let member = offset.by else { return }
        change(member) { actor in
            guard actor.hand?.isOnStrip == offset.isOnStrip else { return }
            actor.hand?.move(to: offset.position, at: time)
        }
    }

    private mutating func end(of member: MemberID, at place: Position, _ outcome: Drag.Outcome, _ time: Int64) {
        let index = index(of: member)
        actors[index].hand?.move(to: place, at: time)
        guard outcome == .released else { return endDrag(of: index, at: time) }
        releasedAt = time
        announced = nil
        released = index
    }

    private mutating func carry(by way: Distance, base: PageIndex) {
        for index in actors.indices where actors[index].hand?.isOnStrip == false {
            actors[index].carry(by: way, base: base)
        }
    }
}

/// What became of a hand that let go, and what buttons did.
extension SceneDraft {
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
                // A strip that is let go on a tab makes the same jump.
                if strippedAt == time, stripped == mover { return }
            }
            act(.jump(page, animated: true), by: animation.by, at: time)
        }
    }

    /// A page that is there at once: a hand let go in place, or somebody jumped without a flight.
    private mutating func arrive(at page: PageIndex, _ replica: Replica, _ time: Int64) {
        if releasedAt == time { finishDrag(nil, replica) }
        guard let way = announced, way.to == page else { return }
        announced = nil
        guard releasedAt != time else { return }
        act(.jump(replica.number(of: page), animated: false), index: anybody(), at: time)
    }

    /// The hand let go as fast as it takes for the pager to go where it went.
    private mutating func finishDrag(_ animation: Animation?, _ replica: Replica) {
        guard let index = released, let hand = actors[index].hand, let last = hand.samples.last else { return }
        released = nil
        let plan = DragPlan(samples: hand.samples, ending: .held)
        let goal = animation?.to.nearestPage ?? replica.target
        let place = hand.start + last.translation
        let release = RecordedRelease(
            configuration: replica.configuration, fromBase: place - Position(page: hand.base),
            sinceGrab: last.translation, slope: plan.finalVelocity, told: animation?.startVelocity ?? .zero,
            pages: goal - hand.base)
        actors[index].letGo(.released(release.velocity))
    }

    private mutating func followStrip(_ place: Position, by member: MemberID?, _ before: Replica, at time: Int64) {
        if let member {
            let index = index(of: member)
            if actors[index].hand == nil {
                actors[index].grab(at: Position(page: before.settled), base: before.settled, isOnStrip: true, at: time)
            }
            actors[index].hand?.move(to: place, at: time)
            return
        }
        for index in actors.indices where actors[index].hand?.isOnStrip == true {
            actors[index].hand?.hold(until: time)
            endDrag(of: index, at: time)
            (stripped, strippedAt) = (index, time)
        }
    }
}

extension Replica {
    /// How often the page there holds back the rest, as far as the window tells.
    fileprivate func steps(at index: PageIndex) -> Int {
        window.first { $0.index == index }?.page.steps ?? 0
    }
}
