import PagingContent
import PagingEngine
import PagingRoom

@testable import PagingClient

/// A room behind a slow connection, with one member that drags: requests and events take `lag` milliseconds each way.
struct LaggingRoom {
    let lag: Int64
    let ann = MemberID(1)
    private(set) var room: Room
    private(set) var replica: Replica
    var drag = OptimisticDrag()
    var strip = OptimisticStrip()
    private(set) var now = Instant(milliseconds: 0)
    private var requests: [(due: Instant, member: MemberID, request: Request)] = []
    private var deliveries: [(due: Instant, effect: RoomEffect)] = []
    private var lastID: Int64 = 0

    init(_ preset: Preset = .threePage, lag: Int64, pages: Int = 5) {
        self.lag = lag
        let list = (0..<pages).map { Page(id: PageID("p\($0)"), title: "Page \($0)") }
        var configuration = Configuration(preset)
        configuration.wrap = .finite
        room = Room(
            name: "room", epoch: Epoch("life"), supplier: .listed(list), configuration: configuration,
            now: Instant(milliseconds: 0))
        var effects: [RoomEffect] = []
        for (number, name) in ["ann", "bob"].enumerated() {
            _ = room.join(
                name: name, role: .member, session: Session("s\(number)"), at: Instant(milliseconds: 0), into: &effects)
        }
        replica = room.snapshot(at: Instant(milliseconds: 0))
    }

    /// Somebody who may change the pages joins, with the next number.
    mutating func presentAs(_ last: MemberID) {
        var effects: [RoomEffect] = []
        let member = room.join(
            name: nil, role: .presenter, session: Session("p"), at: now, into: &effects)
        precondition(member.number == last.number + 1, "members are numbered as they come")
        replica = room.snapshot(at: now)
    }

    var time: RoomTime { RoomTime(room: now, own: now) }

    /// The drawn position.
    var shown: Position { drag.position(of: replica, at: time) }
    /// The drawn position of the strip.
    var shownStrip: Position { strip.position(of: replica, at: time) }
    /// The position in the replica.
    var known: Position { replica.position(at: now) }

    @discardableResult
    mutating func ask(_ request: Request, by member: MemberID? = nil) -> RequestID {
        lastID += 1
        let isOwn = member == nil || member == ann
        let due = isOwn ? now.advanced(byMilliseconds: lag) : now
        requests.append((due, member ?? ann, request))
        return RequestID(lastID)
    }

    /// Lets a millisecond pass.
    mutating func tick() {
        now = now.advanced(byMilliseconds: 1)
        var effects: [RoomEffect] = []
        let due = requests.filter { $0.due <= now }
        requests.removeAll { $0.due <= now }
        for (_, member, request) in due {
            lastID += 1
            let id = request.isSample ? nil : RequestID(lastID)
            room.handle(request, id: id, from: member, at: now, into: &effects)
        }
        room.tick(at: now, into: &effects)
        deliveries += effects.map { (now.advanced(byMilliseconds: lag), $0) }
        let arrived = deliveries.filter { $0.due <= now }
        deliveries.removeAll { $0.due <= now }
        for (_, effect) in arrived { take(effect) }
    }

    private mutating func take(_ effect: RoomEffect) {
        switch effect {
        case .event(let event):
            let before = replica
            replica.apply(event)
            drag.apply(event.change, for: ann, before: before, after: replica, at: time)
            strip.apply(event.change, for: ann, before: before, after: replica, at: time)
        case .offset(let offset, _): replica.apply(offset)
        case .answer(ann, .refused):
            drag.revert(to: replica, at: time)
            strip.revert(to: replica, at: time)
        case .answer(ann, .accepted): strip.revert(to: replica, at: time)
        default: break
        }
    }
}
