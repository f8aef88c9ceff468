import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// A room with a presenter, a member and a viewer, and the sum of its records.
struct RecordedRoom {
    var room: Room
    private(set) var sum: RoomRecord?
    private(set) var last: RoomRecord?
    private(set) var effects: [RoomEffect] = []
    var milliseconds: Int64 = 0

    init(_ connection: (Int) -> ConnectionKey? = { ConnectionKey("edge-\($0)") }) {
        room = Room(
            name: "room", epoch: Epoch("first"), supplier: .listed(Scene.pages(0..<6)),
            configuration: Configuration(.threePage), now: Instant(milliseconds: 0))
        for (number, role) in [Role.presenter, .member, .viewer].enumerated() {
            call {
                _ = $0.join(
                    name: nil, role: role, session: Session("session-\(number + 1)"),
                    credential: Credential(tokenID: "token-\(number + 1)"), connection: connection(number + 1),
                    at: $2, into: &$1)
            }
        }
    }

    /// The room as another process restores it.
    init(after other: RecordedRoom) throws {
        let sum = try #require(other.sum)
        room = try #require(
            Room(name: "room", epoch: Epoch("next"), restoring: sum, now: Instant(milliseconds: 0)))
        self.sum = sum
    }

    mutating func call(_ change: (inout Room, inout [RoomEffect], Instant) -> Void) {
        milliseconds += 200
        effects = []
        room.tick(at: Instant(milliseconds: milliseconds), into: &effects)
        note()
        effects = []
        change(&room, &effects, Instant(milliseconds: milliseconds))
        note()
    }

    private mutating func note() {
        last = room.takeRecord()
        guard let last else { return }
        if sum == nil { sum = last } else { sum?.add(last) }
    }

    @discardableResult
    mutating func ask(_ request: Request, id: Int64, from member: UInt32 = 1) -> Answer? {
        let id = request.isSample ? nil : RequestID(id)
        call { $0.handle(request, id: id, from: MemberID(member), at: $2, into: &$1) }
        return effects.lazy.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }.first
    }

    @discardableResult
    mutating func reopen(_ number: Int = 1, on connection: String? = nil, answered: Int64) -> MemberID? {
        var member: MemberID?
        call {
            member = $0.reopen(
                Session("session-\(number)"), on: ConnectionKey(connection ?? "edge-\(number)"),
                answered: RequestID(answered), at: $2, into: &$1)
        }
        return member
    }

    /// Everything that records keep, without numbers of events and of requests.
    var kept: RoomRecord? {
        var copy = room
        var record = copy.takeRecord(whole: true)
        record?.sequence = Sequence(0)
        record?.done = [:]
        return record
    }
}
