import PagingEngine
import PagingRoom

extension RoomRecord {
    /// The first record of a room that shows `page`; it is whole.
    static func whole(showing page: Int64) -> RoomRecord {
        var room = Room(
            name: "talk", epoch: Epoch("life"), supplier: .numbers, configuration: Configuration(.threePage),
            now: Instant(milliseconds: 0))
        var effects: [RoomEffect] = []
        let ann = room.join(
            name: nil, role: .member, session: Session("s"), at: Instant(milliseconds: 0), into: &effects)
        room.handle(
            .jump(PageIndex(page), animated: false), id: RequestID(1), from: ann, at: Instant(milliseconds: 0),
            into: &effects)
        guard let record = room.takeRecord() else { preconditionFailure("the first record of a room is whole") }
        return record
    }
}
