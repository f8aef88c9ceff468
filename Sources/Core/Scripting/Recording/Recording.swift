package import PagingContent
package import PagingEngine
package import PagingRoom
package import PagingWire

/// The room as one client saw it for a time, with positions to jump to.
package struct Recording: Sendable {
    /// The limit of lines: a day of dragging without a pause.
    package static let lineLimit = 4_000_000
    /// The lines between checkpoints: few enough to be played without a delay.
    static let checkpointLines = 256

    package let header: RecordingHeader
    package private(set) var lines: [RecordingLine] = []
    /// Visits to pages, in order; a page may have several.
    package private(set) var visits: [PageVisit] = []
    /// Marks, and the first visit to every page, in order.
    package private(set) var marks: [Mark] = []
    /// The views before line 0, line 256 and so on.
    private(set) var checkpoints: [RecordedView] = []
    /// The view at the end.
    package private(set) var view = RecordedView()
    /// The files of its pages, wherever in it they came.
    package private(set) var assets: [AssetName: Asset] = [:]
    private var seen: Set<PageID> = []
    private var lostAt: Int64?
    /// The gaps of the recording.
    private(set) var gaps: [ClosedRange<Int64>] = []

    /// A visit to a page, from the moment at which it came to rest.
    package struct PageVisit: Hashable, Sendable {
        package let milliseconds: Int64
        package let page: PageID
        package let title: String
        /// The page as people count it.
        package let number: Int64
    }

    /// A position to jump to.
    package struct Mark: Hashable, Sendable {
        package let milliseconds: Int64
        package let text: String

        package init(milliseconds: Int64, text: String) {
            self.milliseconds = milliseconds
            self.text = text
        }
    }

    package init(header: RecordingHeader) {
        self.header = header
    }

    package var durationMilliseconds: Int64 { lines.last?.milliseconds ?? 0 }

    /// Adds the next line.
    package mutating func append(_ line: RecordingLine) throws(RecordingFault) {
        guard lines.count < Recording.lineLimit else { throw .tooLong }
        let last = durationMilliseconds
        guard line.milliseconds >= last else { throw .backInTime(from: last, to: line.milliseconds) }
        if lines.count.isMultiple(of: Recording.checkpointLines) { checkpoints.append(view) }
        try view.apply(line)
        if case .message(.asset(_, let asset)) = line.content { assets[asset.name] = asset }
        lines.append(line)
        noteGap(line)
        noteMarks(line)
    }

    /// Adds a mark that is not in the recording itself; a mark beyond the end stands at the end.
    mutating func add(_ mark: Mark) {
        let time = min(max(mark.milliseconds, 0), durationMilliseconds)
        let place = marks.firstIndex { $0.milliseconds > time } ?? marks.endIndex
        marks.insert(Mark(milliseconds: time, text: mark.text), at: place)
    }

    /// Notes a line of an unknown kind.
    package mutating func passOver() { view.passOver() }

    /// The view before line `index`, which may be one beyond the last.
    func view(before index: Int) -> RecordedView {
        guard index < lines.count else { return view }
        let checkpoint = index / Recording.checkpointLines
        var view = checkpoints[checkpoint]
        for line in lines[checkpoint * Recording.checkpointLines..<index] { view.replay(line) }
        return view
    }

    private mutating func noteGap(_ line: RecordingLine) {
        switch line.content {
        case .lost: lostAt = lostAt ?? line.milliseconds
        case .resumed: lostAt = nil
        case .gap:
            if let lostAt { gaps.append(lostAt...line.milliseconds) }
            lostAt = nil
        default: break
        }
    }

    private mutating func noteMarks(_ line: RecordingLine) {
        if case .mark(let text) = line.content { marks.append(Mark(milliseconds: line.milliseconds, text: text)) }
        guard let replica = view.replica, let page = view.pageAtRest, visits.last?.page != page.id else { return }
        visits.append(
            PageVisit(
                milliseconds: line.milliseconds, page: page.id, title: page.title,
                number: replica.number(of: replica.settled).value))
        guard seen.insert(page.id).inserted else { return }
        marks.append(Mark(milliseconds: line.milliseconds, text: page.title.isEmpty ? page.id.text : page.title))
    }
}

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
        case .noSnapshot: "expected a snapshot before the first event"
        case .backInTime(let from, let to): "expected a time of at least \(from) ms, got \(to) ms"
        case .missingEvents(let last, let next):
            "expected event \(last.number + 1), got event \(next.number); the events between are missing"
        case .tooLong: "expected at most \(Recording.lineLimit) lines"
        }
    }
}
