package import PagingRoom

/// Why a line cannot stand where it stands in a recording.
package enum RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something happens before there is a room for it to happen in.
    case noSnapshot
    /// The line before was later.
    case backInTime(from: Int64, to: Int64)
    case missingEvents(after: Sequence, before: Sequence)
    /// More lines than a recording may have.
    case tooLong

    package var description: String {
        switch self {
        case .noSnapshot: "a snapshot is due before anything happens"
        case .backInTime(let from, let to): "time goes back from \(from) to \(to) ms"
        case .missingEvents(let last, let next):
            "event \(next.number) follows event \(last.number); what lies between is missing"
        case .tooLong: "longer than \(Recording.lineLimit) lines"
        }
    }
}
