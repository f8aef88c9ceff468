import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// The choices of one simulated user: drags, steps, jumps, edits, leaving and coming back.
struct Workload {
    /// An action of a member.
    enum Action {
        case start
        case reconnect
        case leave
        case abort
        case ask(Request)
        case readPages(from: PageIndex, count: Int)
    }

    private struct Drag {
        let id: DragID
        var translation: Int64 = 0
        let speed: Int64
        var samplesLeft: Int64
    }

    static let sampleMilliseconds: Int64 = 16

    private let role: Role
    private var random: SeedStream
    /// The drag under way.
    private var drag: Drag?
    private var dragCount: Int64 = 0

    init(role: Role, random: SeedStream) {
        self.role = role
        self.random = random
    }

    var isDragging: Bool { drag != nil }

    mutating func dropDrag() { drag = nil }

    mutating func pause() -> Int64 { random.within(20...250) }

    /// The offsets that a new member asks for.
    mutating func offsets() -> Join.Offsets { Join.Offsets.allCases[Int(random.within(0...2))] }

    /// The seed of a new client.
    mutating func seed() -> UInt64 { random.next() }

    /// - Parameter isMarch: Steps forward only, so that the final page is known; members join and leave all the same.
    mutating func choose(_ core: ClientCore, isMarch: Bool) -> Action? {
        guard let replica = core.replica else { return nil }
        // Somebody always wants to move the pager.
        if replica.control.policy == .baton, replica.control.holder == nil, random.chance(50) {
            return .ask(.control(.request))
        }
        if isMarch { return march(core, replica) }
        switch random.within(0...99) {
        case 0..<35: return beginDrag()
        case 35..<60:
            let direction: Input.Direction = random.chance(60) ? .forward : .back
            let place = core.stepPlace ?? replica.stepPlace
            return .ask(.step(direction, from: place.page, shown: place.shown))
        case 60..<72:
            let page = replica.target + random.within(-3...3)
            return .ask(.jump(page, animated: random.chance(70)))
        case 72..<75: return .ask(.resize(width: random.within(20...200), height: 24))
        case 75..<78: return askForBaton(replica)
        case 78..<86 where role == .presenter: return changePages(replica)
        case 86..<88 where role == .presenter:
            return .ask(.control(.policy(Policy.allCases[Int(random.within(0...2))])))
        case 88..<91 where role == .presenter: return .ask(.dragEnabled(random.chance(70)))
        case 91..<93: return .leave
        case 93..<96: return .abort
        case 96..<98 where role == .presenter: return configure(replica)
        case 98: return .readPages(from: replica.target + random.within(-20...20), count: 4)
        case 99 where role == .presenter: return .ask(.blank(random.chance(50)))
        case 99: return point(replica)
        default: return nil
        }
    }

    private mutating func march(_ core: ClientCore, _ replica: Replica) -> Action? {
        switch random.within(0...99) {
        case 0..<70: .ask(.step(.forward, from: core.stepTarget ?? replica.target))
        case 70..<78: askForBaton(replica)
        case 78..<80: .leave
        case 80..<84: .abort
        default: nil
        }
    }

    private mutating func configure(_ replica: Replica) -> Action {
        var configuration = replica.configuration
        if random.chance(50) {
            let presets: [Preset] = [.threePage, .threePagePredicted, .majority]
            configuration = Configuration(presets[Int(random.within(0...2))])
        }
        configuration.leaseMilliseconds = random.within(500...4_000)
        return .ask(.configure(configuration))
    }

    private mutating func point(_ replica: Replica) -> Action {
        guard let page = replica.window.first?.page.id, random.chance(70) else { return .ask(.pointNowhere) }
        return .ask(random.chance(50) ? .point(page, at: 3) : .scroll(page, at: Int(random.within(0...9))))
    }

    private mutating func askForBaton(_ replica: Replica) -> Action {
        let others = replica.members.map(\.id)
        // One who was removed hears so before its connection ends.
        guard !others.isEmpty else { return .ask(.control(.request)) }
        let other = others[Int(random.within(0...Int64(others.count - 1)))]
        let actions: [ControlAction] = [.request, .request, .release, .grant(to: other), .take]
        return .ask(.control(actions[Int(random.within(0...4))]))
    }

    private mutating func beginDrag() -> Action {
        dragCount += 1
        let id = DragID(dragCount)
        let speed = random.within(-9_000...9_000)
        drag = Drag(id: id, speed: speed, samplesLeft: random.within(1...14))
        return .ask(.dragBegan(id, viewport: nil))
    }

    /// The next sample of the drag under way, or its end.
    mutating func pullDrag() -> Action? {
        guard var drag else { return nil }
        guard drag.samplesLeft > 0 else {
            self.drag = nil
            guard random.chance(85) else { return .ask(.dragCancelled(drag.id)) }
            let velocity = Velocity(unitsPerSecond: drag.speed * 60)
            return .ask(.dragEnded(drag.id, by: Distance(units: drag.translation), velocity: velocity))
        }
        drag.translation += drag.speed
        drag.samplesLeft -= 1
        self.drag = drag
        return .ask(.dragMoved(drag.id, by: Distance(units: drag.translation)))
    }

    /// Some of the present pages, in another order, and some new ones; now and then none.
    private mutating func changePages(_ replica: Replica) -> Action {
        let count = Int(random.within(0...7))
        let wrap: PageOrder.Wrap? = random.chance(50) ? (random.chance(50) ? .loop : .finite) : nil
        var pages = WorldPlan.pages(10)
        pages.shuffle(using: &random)
        return .ask(.content(revision: replica.revision, Array(pages.prefix(count)), wrap: wrap))
    }
}
