package import PagingEngine
import PagingRoom
import PagingWire

/// A position in a recording: the room as seen there, and ways to other positions.
///
/// Only the caller has a clock. The view depends on the position alone, not on the way to it.
package struct Playback: Sendable {
    package private(set) var recording: Recording
    /// The position, from the start of the recording.
    package private(set) var milliseconds: Int64 = 0
    package private(set) var view: RecordedView
    /// The index of the next line.
    private var next = 0

    /// Starts at the beginning.
    package init(_ recording: Recording) {
        self.recording = recording
        view = recording.view(before: 0)
        seek(to: 0)
    }

    /// The room owner's clock at this position.
    package var roomTime: Instant { view.roomTime(at: milliseconds) }

    package var isAtEnd: Bool { next == recording.lines.count && milliseconds >= recording.durationMilliseconds }

    /// The time of the next line; nil after the last one.
    package var nextChangeMilliseconds: Int64? {
        next < recording.lines.count ? recording.lines[next].milliseconds : nil
    }

    /// Whether the pager moves here, so that every moment looks different.
    package var isMoving: Bool {
        view.replica?.movesUntil.map { roomTime < $0 } ?? false
    }

    /// Goes to a time within the recording; all lines of that millisecond are played.
    package mutating func seek(to milliseconds: Int64) {
        let place = min(max(milliseconds, 0), recording.durationMilliseconds)
        if place < self.milliseconds || !isPlayed(upTo: place) {
            let index = firstLine(after: place)
            if index < next || index - next > Recording.checkpointLines {
                view = recording.view(before: index)
                next = index
            }
            while next < index { playLine() }
        }
        self.milliseconds = place
    }

    /// Goes just behind the next or last line that is not an offset.
    package mutating func stepEvent(_ direction: Input.Direction) {
        switch direction {
        case .forward:
            while next < recording.lines.count {
                playLine()
                if recording.lines[next - 1].isEvent { break }
            }
        case .back:
            var index = max(0, next - 1)
            while index > 0, !recording.lines[index - 1].isEvent { index -= 1 }
            guard index > 0 else { return seek(to: 0) }
            view = recording.view(before: index)
            next = index
        }
        if next > 0 { milliseconds = recording.lines[next - 1].milliseconds }
    }

    /// Goes to the arrival of the next page, or of the one before.
    package mutating func stepPage(_ direction: Input.Direction) {
        go(direction, among: recording.visits.map(\.milliseconds))
    }

    /// Goes to the next mark or the one before, and returns it.
    @discardableResult
    package mutating func stepMark(_ direction: Input.Direction) -> Recording.Mark? {
        go(direction, among: recording.marks.map(\.milliseconds))
        return recording.marks.last { $0.milliseconds <= milliseconds }
    }

    /// Adds marks that are not in the recording itself.
    package mutating func add(_ marks: [Recording.Mark]) {
        for mark in marks { recording.add(mark) }
    }

    /// The time after a mark in which a step back goes to the mark before.
    private static let graceMilliseconds: Int64 = 1_000

    private mutating func go(_ direction: Input.Direction, among places: [Int64]) {
        switch direction {
        case .forward: seek(to: places.first { $0 > milliseconds } ?? recording.durationMilliseconds)
        case .back:
            let here = places.last { $0 <= milliseconds } ?? 0
            let isMeant = milliseconds - here >= Playback.graceMilliseconds
            seek(to: isMeant ? here : places.last { $0 < here } ?? 0)
        }
    }

    private func isPlayed(upTo place: Int64) -> Bool {
        nextChangeMilliseconds.map { $0 > place } ?? true
    }

    private func firstLine(after place: Int64) -> Int {
        var (low, high) = (0, recording.lines.count)
        while low < high {
            let middle = (low + high) / 2
            if recording.lines[middle].milliseconds <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func playLine() {
        view.replay(recording.lines[next])
        next += 1
    }
}

extension RecordingLine {
    fileprivate var isEvent: Bool {
        if case .message(.offset) = content { return false }
        return true
    }
}
