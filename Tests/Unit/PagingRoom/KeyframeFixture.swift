import PagingEngine
import PagingRoom

/// A room in which a member drags, and subscribers of keyframes: one from the beginning, others that join later. Effects
/// reach them at once.
struct KeyframeFixture {
    private(set) var room: Room
    private(set) var replica: Replica
    private(set) var late: [Replica] = []
    /// Number of messages to the first subscriber, at most one for each call, and the offsets among them.
    private(set) var messages = 0
    private(set) var offsets: [Offset] = []
    private(set) var now = Instant(milliseconds: 10_000)
    private let ann: MemberID
    private var lastID: Int64 = 0

    /// The settle takes 300 ms.
    init() {
        var configuration = Configuration(.threePage)
        configuration.settle = .linear(durationMilliseconds: 300)
        room = Room(
            name: "room", epoch: Epoch("life"), supplier: .numbers, configuration: configuration,
            now: Instant(milliseconds: 0))
        var effects: [RoomEffect] = []
        ann = room.join(name: "Ann", role: .member, session: Session("a"), at: now, into: &effects)
        replica = room.snapshot(at: now)
    }

    /// Lets time pass until `moment`. The room gets a tick at each of its deadlines.
    mutating func pass(until moment: Instant) {
        while let due = room.nextDeadline, due <= moment {
            now = due
            follow { $0.tick(at: due, into: &$1) }
        }
        now = moment
    }

    mutating func ask(_ request: Request) {
        lastID += request.isSample ? 0 : 1
        let (id, now, ann) = (request.isSample ? nil : RequestID(lastID), now, ann)
        follow { $0.handle(request, id: id, from: ann, at: now, into: &$1) }
    }

    mutating func move(to units: Int64) { ask(.dragMoved(DragID(1), by: Distance(units: units))) }

    /// Adds a subscriber now.
    mutating func addSubscriber() { late.append(room.snapshot(at: now)) }

    /// The largest distance between the pager and a subscriber, in units.
    var farthest: Int64 {
        ([replica] + late).map { abs(($0.position(at: now) - room.pager.position(at: now)).units) }.max() ?? 0
    }

    private mutating func follow(_ change: (inout Room, inout [RoomEffect]) -> Void) {
        var effects: [RoomEffect] = []
        change(&room, &effects)
        var isMessage = false
        for effect in effects {
            switch effect {
            case .event(let event):
                isMessage = true
                replica.apply(event)
                for index in late.indices { late[index].apply(event) }
            case .offset(let offset, .everybody), .offset(let offset, .keyframes):
                isMessage = true
                offsets.append(offset)
                replica.apply(offset)
                for index in late.indices { late[index].apply(offset) }
            default: break
            }
        }
        messages += isMessage ? 1 : 0
    }
}
