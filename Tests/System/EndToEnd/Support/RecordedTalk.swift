import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

/// Eight seconds in a room of two pages: the second one comes after two of them, in a movement of one second.
enum RecordedTalk {
    static func lines() throws -> [RecordingLine] {
        var configuration = Configuration(.threePage)
        configuration.settle = .linear(durationMilliseconds: 1_000)
        let pages = [("one", "One"), ("two", "Two")].map { Page(id: PageID($0.0), title: $0.1, body: "text") }
        let start = Instant(milliseconds: 70_000)
        var room = Room(
            name: "talk", epoch: Epoch("e"), supplier: .listed(pages), configuration: configuration, now: start)
        var effects: [RoomEffect] = []
        let ann = room.join(name: "ann", role: .presenter, session: Session("a"), at: start, into: &effects)
        let replica = room.snapshot(at: start)
        let snapshot = Snapshot(epoch: Epoch("e"), now: start, replica: replica, digest: replica.digest)
        var lines = [RecordingLine(milliseconds: 0, .message(.snapshot(snapshot)))]
        for second in 1...8 as ClosedRange<Int64> {
            let now = start.advanced(byMilliseconds: second * 1_000)
            effects = []
            room.tick(at: now, into: &effects)
            if second == 1 {
                let step = Request.step(.forward, from: PageIndex(0))
                room.handle(step, id: RequestID(1), from: ann, at: now, into: &effects)
            }
            if second == 8 { room.leave(ann, at: now, into: &effects) }
            for case .event(let event) in effects {
                lines.append(RecordingLine(milliseconds: second * 1_000, .message(.event(event))))
            }
        }
        return lines
    }
}
