import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

/// The inputs of the members.
extension World {
    private static let sampleMilliseconds: Int64 = 16

    /// Does one thing for `member` and plans the next.
    mutating func act(_ member: Int) {
        var pause = actors[member].random.within(20...250)
        switch actors[member].core.stage {
        case .over:
            actors[member].startAnew(offsets: Join.Offsets.allCases[Int(actors[member].random.within(0...2))])
            hand(member, .start)
        case .apart: hand(member, actors[member].core.welcome == nil ? .start : .reconnect)
        case .connecting, .joining, .waiting: break
        case .following where actors[member].drag != nil:
            pullDrag(member)
            pause = World.sampleMilliseconds
        case .following where isBusy: choose(member)
        case .following: return
        }
        plan(.act(member: member), at: milliseconds + pause, of: .member(member))
    }

    private mutating func choose(_ member: Int) {
        guard let replica = actors[member].core.replica else { return }
        let role = actors[member].role
        // Somebody always wants to move the pager.
        if replica.control.policy == .baton, replica.control.holder == nil, actors[member].random.chance(50) {
            return ask(member, .control(.request))
        }
        if plan.rooms[actors[member].room].isMarch { return march(member, replica) }
        switch actors[member].random.within(0...99) {
        case 0..<35: beginDrag(member)
        case 35..<60:
            let direction: Input.Direction = actors[member].random.chance(60) ? .forward : .back
            let place = actors[member].core.stepPlace ?? replica.stepPlace
            ask(member, .step(direction, from: place.page, shown: place.shown))
        case 60..<72:
            let page = replica.target + actors[member].random.within(-3...3)
            ask(member, .jump(page, animated: actors[member].random.chance(70)))
        case 72..<75: ask(member, .resize(width: actors[member].random.within(20...200), height: 24))
        case 75..<78: askForBaton(member, replica)
        case 78..<86 where role == .presenter: changePages(member, replica)
        case 86..<88 where role == .presenter:
            ask(member, .control(.policy(Policy.allCases[Int(actors[member].random.within(0...2))])))
        case 88..<91 where role == .presenter: ask(member, .dragEnabled(actors[member].random.chance(70)))
        case 91..<93: hand(member, .leave)
        case 93..<96: hand(member, .abort)
        case 96..<98 where role == .presenter: configure(member, replica)
        case 98: askForPages(member, replica)
        case 99 where role == .presenter: ask(member, .blank(actors[member].random.chance(50)))
        case 99: point(member, replica)
        default: break
        }
    }

    /// Steps forward only, so that the final page is known; members join and leave all the same.
    private mutating func march(_ member: Int, _ replica: Replica) {
        switch actors[member].random.within(0...99) {
        case 0..<70: ask(member, .step(.forward, from: actors[member].core.stepTarget ?? replica.target))
        case 70..<78: askForBaton(member, replica)
        case 78..<80: hand(member, .leave)
        case 80..<84: hand(member, .abort)
        default: break
        }
    }

    private mutating func configure(_ member: Int, _ replica: Replica) {
        var configuration = replica.configuration
        if actors[member].random.chance(50) {
            let presets: [Preset] = [.threePage, .threePagePredicted, .majority]
            configuration = Configuration(presets[Int(actors[member].random.within(0...2))])
        }
        configuration.leaseMilliseconds = actors[member].random.within(500...4_000)
        ask(member, .configure(configuration))
    }

    private mutating func point(_ member: Int, _ replica: Replica) {
        guard let page = replica.window.first?.page.id, actors[member].random.chance(70) else {
            return ask(member, .pointNowhere)
        }
        ask(member, .point(page, at: 3))
    }

    private mutating func askForPages(_ member: Int, _ replica: Replica) {
        var effects: [ClientEffect] = []
        let first = replica.target + actors[member].random.within(-20...20)
        _ = actors[member].core.pages(from: first, count: 4, into: &effects)
        for case .send(let message) in effects {
            if let line = actors[member].line { sendUp(line, .objects([message])) }
        }
    }

    private mutating func askForBaton(_ member: Int, _ replica: Replica) {
        let others = replica.members.map(\.id)
        let other = others[Int(actors[member].random.within(0...Int64(others.count - 1)))]
        let actions: [ControlAction] = [.request, .request, .release, .grant(to: other), .take]
        ask(member, .control(actions[Int(actors[member].random.within(0...4))]))
    }

    private mutating func beginDrag(_ member: Int) {
        actors[member].drags += 1
        let drag = DragID(actors[member].drags)
        let speed = actors[member].random.within(-9_000...9_000)
        actors[member].drag = (drag, 0, speed, actors[member].random.within(1...14))
        ask(member, .dragBegan(drag, viewport: nil))
    }

    private mutating func pullDrag(_ member: Int) {
        guard var drag = actors[member].drag else { return }
        guard drag.samples > 0 else {
            actors[member].drag = nil
            let velocity = Velocity(unitsPerSecond: drag.speed * 60)
            let isMeant = actors[member].random.chance(85)
            return ask(
                member,
                isMeant
                    ? .dragEnded(drag.id, by: Distance(units: drag.way), velocity: velocity) : .dragCancelled(drag.id))
        }
        drag.way += drag.speed
        drag.samples -= 1
        actors[member].drag = drag
        ask(member, .dragMoved(drag.id, by: Distance(units: drag.way)))
    }

    /// Some of the pages that were, in another order, and some new ones; now and then none.
    private mutating func changePages(_ member: Int, _ replica: Replica) {
        let count = Int(actors[member].random.within(0...7))
        let wrap: PageOrder.Wrap? =
            actors[member].random.chance(50) ? (actors[member].random.chance(50) ? .loop : .finite) : nil
        var pages = WorldPlan.pages(10)
        pages.shuffle(using: &actors[member].random)
        ask(member, .content(revision: replica.revision, Array(pages.prefix(count)), wrap: wrap))
    }
}
