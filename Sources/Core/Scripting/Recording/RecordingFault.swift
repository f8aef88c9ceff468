package import PagingRoom

/// An error in the order of a recording's lines.
package enum RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// An event before the first snapshot.
    case noSnapshot
    /// A line that is earlier than the line before.
    case backInTime(from: Int64, to: Int64)
    case missingEvents(after: Sequence, before: Sequence)
    /// Too many lines.
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
