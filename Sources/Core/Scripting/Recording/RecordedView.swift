package import PagingContent
package import PagingEngine
package import PagingRoom
import PagingWire

/// The room as the recording's client knew it at one position.
package struct RecordedView: Hashable, Sendable {
    /// The distance from the target in pages up to which pages are kept; more fit no window.
    private static let reach: Int64 = 32

    /// Nil before the first snapshot.
    package private(set) var replica: Replica?
    /// Whether the connection was lost; the picture is the last one seen.
    package private(set) var isLost = false
    /// The notes of the pages in the window, where the recording has them.
    package private(set) var notes: [PageNotes] = []
    /// The room owner's clock minus the recording's.
    private var clockDifference: Int64 = 0
    private var known: [PageIndex: WindowPage] = [:]
    private var mayMiss = false

    init() {}

    /// Known pages outside the window, in no order.
    package var beyond: [WindowPage] { Array(known.values) }

    /// The room owner's clock at a time of the recording.
    package func roomTime(at milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds + clockDifference) }

    /// The page at rest, as far as the window shows it; nil while the pager moves.
    package var pageAtRest: Page? {
        guard let replica, replica.isAtRest else { return nil }
        return replica.window.first { $0.index == replica.settled }?.page
    }

    /// Notes a line that was skipped as unknown; it may have been an event.
    mutating func passOver() { mayMiss = true }

    mutating func apply(_ line: RecordingLine) throws(RecordingFault) {
        switch line.content {
        case .message(.snapshot(let snapshot)):
            replica = snapshot.replica
            clockDifference = snapshot.now.milliseconds - line.milliseconds
            (known, notes, isLost, mayMiss) = ([:], [], false, false)
        case .message(let message):
            guard replica != nil else { throw .noSnapshot }
            try apply(message)
        case .lost: isLost = true
        case .resumed: isLost = false
        case .gap, .mark: break
        }
        remember()
    }

    /// Applies a line again that was accepted once.
    mutating func replay(_ line: RecordingLine) {
        passOver()
        do throws(RecordingFault) {
            try apply(line)
        } catch {
            preconditionFailure("A line that was accepted in its place is accepted there again.")
        }
    }

    private mutating func apply(_ message: ServerMessage) throws(RecordingFault) {
        switch message {
        case .event(let event):
            if mayMiss, let replica, event.sequence > replica.sequence {
                self.replica?.sequence = Sequence(event.sequence.number - 1)
            }
            mayMiss = false
            let revision = replica?.revision
            let known = replica?.sequence ?? Sequence(0)
            guard replica?.apply(event) != .gap else { throw .missingEvents(after: known, before: event.sequence) }
            if replica?.revision != revision { self.known = [:] }
        case .offset(let offset): replica?.apply(offset)
        case .pages(_, let pages): for page in pages { known[page.index] = page }
        case .notes(let notes): self.notes = notes
        default: break
        }
    }

    private mutating func remember() {
        guard let replica else { return }
        for page in replica.window where known[page.index] != page { known[page.index] = page }
        guard known.count > 2 * Int(RecordedView.reach) else { return }
        known = known.filter { abs($0.key - replica.target) <= RecordedView.reach }
    }
}
