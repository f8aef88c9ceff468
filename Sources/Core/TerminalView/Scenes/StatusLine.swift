import PagingContent
package import PagingEngine

/// The last row of a window: the page, the movement and who makes it, and whether the member is in step.
package struct StatusLine: Hashable, Sendable {
    /// The page in view as people count it.
    package enum PageInView: Hashable, Sendable {
        /// No page at all.
        case none
        /// `number` counts from 1.
        case listed(number: Int64, count: Int)
        case unbounded(Int64)
    }

    /// The step of a page that is shown step by step, from 1.
    package struct Step: Hashable, Sendable {
        package let number: Int
        package let count: Int

        package init(number: Int, count: Int) {
            self.number = number
            self.count = count
        }
    }

    /// The number of members whose windows are too small for the page.
    package struct Cut: Hashable, Sendable {
        package let members: Int
        package let of: Int

        package init(members: Int, of: Int) {
            self.members = members
            self.of = of
        }
    }

    /// The state of this member's connection to the room.
    package enum ConnectionState: Hashable, Sendable {
        /// Connected, and nothing is missing.
        case inStep
        case reconnecting
        case offline
    }

    package var room: String
    package var place: PageInView
    package var phase: Phase.Name
    /// While settling, the elapsed part of the time. While dragging, the distance from the first page; negative is
    /// back.
    package var progressPercent: Int64?
    /// The member that drags the pager or started its animation.
    package var holder: String?
    package var members: Int
    package var connection: ConnectionState
    package var roundTripMilliseconds: Int64?
    /// A short sentence for the person at this terminal, such as why a key does nothing.
    package var note: String?
    /// The title of the page's tab in a room with a strip of tabs.
    package var tab: String?
    /// The position in hundredths of a page, for a pager that rests anywhere.
    package var placeHundredths: Int64?
    /// Whether the room still loads its pages.
    package var isLoading = false
    /// Whether somebody drags the strip of tabs.
    package var isStripHeld = false
    /// The step of a page that is shown step by step.
    package var step: Step?
    /// The pages by which a member that reads alone is behind the others; negative is ahead. Nil for one that follows.
    package var pagesBehind: Int64?
    /// The search and its result.
    package var search: SearchPrompt?
    /// For a presenter: members whose windows do not show the whole page, of those present.
    package var cut: Cut?
    /// The holder of the baton, in a room with one; empty while it is free.
    package var baton: String?
    /// For a presenter: whether the pages are dark for everybody who follows.
    package var isDark = false
    /// Keys typed that wait for more; shown before everything else, since the next key depends on them.
    package var pending: String?
    /// Whether only the room, the page and what is out of order are shown.
    package var isQuiet = false

    package init(
        room: String, place: PageInView, phase: Phase.Name, progressPercent: Int64? = nil, holder: String? = nil,
        members: Int, connection: ConnectionState = .inStep, roundTripMilliseconds: Int64? = nil, note: String? = nil
    ) {
        self.room = room
        self.place = place
        self.phase = phase
        self.progressPercent = progressPercent
        self.holder = holder
        self.members = members
        self.connection = connection
        self.roundTripMilliseconds = roundTripMilliseconds
        self.note = note
    }

    static let divider = " | "

    /// The line in so many columns. The least important parts are left out first; a note, and a part alone, is cut.
    package func text(columns: Int) -> String {
        let line = parts(columns: columns).map(\.text).joined(separator: StatusLine.divider)
        return ColumnText.prefix(line, columns: columns)
    }

    /// The parts that fit into so many columns with dividers between them, from the left to the right.
    func parts(columns: Int) -> [Part] {
        // A note that does not fit beside the page takes the whole line until the next key.
        if let note, search == nil, pending == nil, columns < Self.widestPlace(placeText, note) {
            let text = ColumnText.cut(note, columns: columns, ellipsis: Borders.ascii.ellipsis)
            return [Part(text: text, rank: 0, order: 0)]
        }
        var kept: [Part] = []
        var used = 0
        for part in parts.sorted(by: { ($0.rank, $0.order) < ($1.rank, $1.order) }) {
            let divider = kept.isEmpty ? 0 : StatusLine.divider.count
            let isFitting = used + divider + ColumnText.width(part.text) <= columns
            guard let part = isFitting ? part : part.cut(to: columns - used - divider) else {
                // A part of the most important text is better than an empty line.
                if kept.isEmpty { kept.append(part) }
                break
            }
            kept.append(part)
            used += divider + ColumnText.width(part.text)
            if !isFitting, kept.count > 1 { break }
        }
        return kept.sorted { $0.order < $1.order }
    }

    /// Columns of the page, a divider and a note.
    private static func widestPlace(_ place: String, _ note: String) -> Int {
        ColumnText.width(place) + divider.count + ColumnText.width(note)
    }

    struct Part {
        var text: String
        /// Low ranks are kept longest.
        let rank: Int
        let order: Int
        /// Whether it can be cut.
        var isSentence = false
        /// Shorter texts with the same meaning, longest first.
        var shorter: [String] = []
        /// The colour of something out of order.
        var role: ThemeRole?

        /// Nil where the rest would be meaningless.
        func cut(to columns: Int) -> Part? {
            let fitting = shorter.first { ColumnText.width($0) <= columns }
            guard fitting != nil || (isSentence && columns >= StatusLine.shortestSentence) else { return nil }
            var part = self
            part.text = fitting ?? ColumnText.cut(text, columns: columns, ellipsis: Borders.ascii.ellipsis)
            return part
        }
    }

    /// Columns below which a cut note is meaningless.
    private static let shortestSentence = 8

    private var parts: [Part] {
        let people = members == 1 ? "1 member" : "\(members) members"
        let shown: [(text: String?, rank: Int, role: ThemeRole?)] = [
            (room, 4, nil), (placeText, 0, nil), (tab.map(StatusLine.cut), 2, nil), (exactText, 2, nil),
            (isLoading && place != .none ? "loading" : nil, 1, nil),
            (isQuiet || isLoading && place == .none ? nil : phaseText, 2, nil),
            (isQuiet ? nil : holder.map { "by \($0)" }, 5, nil),
            (isQuiet ? nil : people, 6, nil),
            (cut.map { "cut for \($0.members) of \($0.of)" }, 3, .statusWarning),
            (isQuiet && connection == .inStep ? nil : connectionText, connection == .inStep ? 3 : 1, connectionRole),
            (baton.map { $0.isEmpty ? "baton free" : "baton: \($0)" }, 5, nil),
            (isDark ? "dark" : nil, 1, .statusWarning),
            (isQuiet ? nil : roundTripMilliseconds.map { "\($0) ms" }, 7, nil), (detachedText, 1, .statusWarning),
            (note, 1, nil), (search?.text, -1, nil), (pending.map { "\($0)_" }, -1, nil),
        ]
        return shown.enumerated().compactMap { order, part in
            guard let text = part.text, !text.isEmpty else { return nil }
            let shorter = text == detachedText ? shorterDetachedTexts : order == 1 ? shorterPlaceTexts : []
            return Part(
                text: text, rank: part.rank, order: order, isSentence: text == note, shorter: shorter, role: part.role)
        }
    }
}
