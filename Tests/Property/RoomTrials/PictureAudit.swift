import PagingEngine
import PagingRoom

/// A member that says what it shows whenever nothing moves, be it in the middle of what a call says, and perhaps late:
/// it is never taken for one that sees something else. One that does is found.
struct PictureAudit {
    private static let kept = 8
    private var pictures: [(sequence: Sequence, digest: Digest)] = []

    /// - Parameter replica: as it is after an event.
    mutating func note(_ replica: Replica) {
        guard replica.isAtRest else { return }
        if pictures.count == PictureAudit.kept { pictures.removeFirst() }
        pictures.append((replica.sequence, replica.digest))
    }

    /// - Parameters:
    ///   - room: after a call.
    ///   - replica: the picture made of all it has said.
    ///   - member: somebody in it.
    func objection(in room: Room, _ replica: Replica, _ member: MemberID) -> String? {
        var room = room
        func drawn(_ picture: (sequence: Sequence, digest: Digest)) -> [Drawn] {
            [Drawn(member: member, sequence: picture.sequence, digest: picture.digest)]
        }
        for picture in pictures + [(replica.sequence, replica.digest)] where !room.take(drawn(picture)).isEmpty {
            return "who shows the room as of event \(picture.sequence.number) passes for one that does not"
        }
        guard replica.isAtRest else { return nil }
        let wrong = Digest(value: ~replica.digest.value)
        let isFound = !room.take(drawn((replica.sequence, wrong))).isEmpty
        return isFound ? nil : "who shows something else as of event \(replica.sequence.number) is not found"
    }
}
