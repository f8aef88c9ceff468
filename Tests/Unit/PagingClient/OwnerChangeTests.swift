import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// Rooms that change their owner at random moments, also in mid-drag: the member stays connected, and follows.
@Suite struct OwnerChangeTests {
    @Test func theMemberFollowsEachOwner() {
        var changesInOwnDrag = 0
        for seed in UInt64(1)...25 {
            var trial = OwnerChangeTrial(seed: seed)
            trial.play()
            let flaws = trial.flaws
            #expect(flaws.isEmpty, "seed \(seed)")
            changesInOwnDrag += trial.changesInOwnDrag
        }
        #expect(changesInOwnDrag > 10)
    }
}

/// A client in a room that changes its owner, doing things by chance.
private struct OwnerChangeTrial {
    private static let steps = 300

    private var choices: SplitMix
    private var owners = ChangingRoom()
    private var client = ClientFixture { $0.join.offsets = .keyframes }
    private var sent: [(due: Int64, message: ClientMessage)] = []
    private var drag = OptimisticDrag()
    private var lastDrag: Int64 = 0
    private var dragRequest: RequestID?
    private var known: Replica?
    /// Requests of the client without an answer.
    private var asked: Set<RequestID> = []

    private(set) var changesInOwnDrag = 0
    private(set) var flaws: [String] = []

    init(seed: UInt64) {
        choices = SplitMix(seed: seed)
        handle(.start)
        handle(.opened)
        handle(.received(owners.greeting))
    }

    private var time: RoomTime {
        RoomTime(room: Instant(milliseconds: owners.now), own: Instant(milliseconds: owners.now))
    }

    mutating func play() {
        for _ in 0..<OwnerChangeTrial.steps {
            pass(random(0...12))
            switch random(0...99) {
            case ..<40: act()
            case ..<55: owners.jump(asBobTo: PageIndex(random(0...5)))
            case ..<63: owners.save()
            case ..<70: changeOwner()
            default: break
            }
        }
        if drag.isHeld { release() }
        // Longer than the lease of a drag that nobody holds.
        pass(6_000)
        if !asked.isEmpty { flaws.append("without an answer: \(asked)") }
        if client.core.replica != owners.replica { flaws.append("another state than the room's") }
        if client.core.epoch != owners.room.epoch { flaws.append("in \(String(describing: client.core.epoch))") }
        if let replica = client.core.replica, drag.position(of: replica, at: time) != replica.position {
            flaws.append("drawn at another position than the room's")
        }
    }

    private mutating func random(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &choices) }

    private mutating func changeOwner() {
        if case .dragging(let drag)? = client.core.replica?.phase, drag.holder == owners.ann { changesInOwnDrag += 1 }
        let share = random(0...100)
        owners.changeOwner(keeping: { $0 * Int(share) / 100 }, asked: asked)
    }

    private mutating func act() {
        guard let replica = client.core.replica else { return }
        guard !drag.isHeld else {
            guard random(0...5) == 0 else { return move() }
            return release()
        }
        switch random(0...3) {
        case 0: ask(.jump(PageIndex(random(0...5)), animated: true))
        case 1: if let page = client.core.stepTarget { ask(.step(.forward, from: page)) }
        default:
            lastDrag += 1
            dragRequest = ask(.dragBegan(DragID(lastDrag), viewport: nil))
            drag.begin(DragID(lastDrag), viewport: .reference, replica: replica, at: time)
        }
    }

    private mutating func move() {
        let way = Distance(units: random(-60_000...60_000))
        drag.move(by: way)
        ask(.dragMoved(DragID(lastDrag), by: way))
    }

    private mutating func release() {
        drag.release()
        ask(.dragEnded(DragID(lastDrag), by: Distance(units: random(-60_000...60_000)), velocity: .zero))
    }

    @discardableResult
    private mutating func ask(_ request: Request) -> RequestID? {
        let id = client.ask(request)
        if let id { asked.insert(id) }
        perform()
        return id
    }

    private mutating func handle(_ event: ClientEvent) {
        client.handle(event, at: owners.now)
        perform()
    }

    private mutating func perform() {
        for effect in client.effects {
            switch effect {
            case .send(let message): sent.append((owners.now + ChangingRoom.lag, message))
            case .replaced:
                known = client.core.replica
                drag.reset()
            case .happened(let event): follow(event)
            case .answered(let id, let answer):
                if asked.remove(id) == nil { flaws.append("answered twice: \(id)") }
                guard case .refused = answer, id == dragRequest, let known else { break }
                drag.revert(to: known, at: time)
            case .connect, .joined, .moved: break
            default: flaws.append(effect.word)
            }
        }
    }

    private mutating func follow(_ event: Event) {
        guard let before = known else { return }
        var after = before
        after.apply(event)
        known = after
        drag.apply(event.change, for: owners.ann, before: before, after: after, at: time)
    }

    /// Lets time pass; messages arrive in between.
    private mutating func pass(_ milliseconds: Int64) {
        for _ in 0..<milliseconds {
            let arrived = owners.tick()
            let due = sent.filter { $0.due <= owners.now }
            sent.removeAll { $0.due <= owners.now }
            for (_, message) in due { owners.receive(message) }
            for message in arrived { handle(.received([message])) }
            if let deadline = client.core.nextDeadline, deadline <= time.own { handle(.tick) }
        }
    }
}
