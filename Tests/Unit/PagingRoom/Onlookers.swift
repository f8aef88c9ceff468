import PagingEngine
import PagingRoom

/// A room in which a hand turns a page, and readers of keyframes who look on: one from the beginning, others who come
/// in later. News reach them at once.
struct Onlookers {
    private(set) var room: Room
    private(set) var replica: Replica
    private(set) var late: [Replica] = []
    /// Number of messages to the first reader, where one call makes at most one message, and the offsets among them.
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

    /// Time passes up to `moment`; the room wakes when it wants to.
    mutating func pass(until moment: Instant) {
        while let due = room.nextDeadline, due <= moment {
            now = due
            hear { $0.tick(at: due, into: &$1) }
        }
        now = moment
    }

    mutating func ask(_ request: Request) {
        lastID += request.isSample ? 0 : 1
        let (id, now, ann) = (request.isSample ? nil : RequestID(lastID), now, ann)
        hear { $0.handle(request, id: id, from: ann, at: now, into: &$1) }
    }

    mutating func move(to units: Int64) { ask(.dragMoved(DragID(1), by: Distance(units: units))) }

    /// One more reader comes in here.
    mutating func comeIn() { late.append(room.snapshot(at: now)) }

    /// How far off the pager the reader is that is farthest, in units.
    var farthest: Int64 {
        ([replica] + late).map { abs(($0.position(at: now) - room.pager.position(at: now)).units) }.max() ?? 0
    }

    private mutating func hear(_ change: (inout Room, inout [RoomEffect]) -> Void) {
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
