package import PagingEngine

/// What the last row says: where one is, what moves, who moves it, and whether one is in step.
package struct StatusLine: Hashable, Sendable {
    /// The page in view as people count it.
    package enum Place: Hashable, Sendable {
        /// No page at all.
        case none
        /// `number` counts from 1.
        case listed(number: Int64, count: Int)
        case unbounded(Int64)
    }

    /// Which part of a page is shown that shows its text step by step, counted from 1.
    package struct Step: Hashable, Sendable {
        package let number: Int
        package let count: Int

        package init(number: Int, count: Int) {
            self.number = number
            self.count = count
        }
    }

    /// How this member stands to the room.
    package enum Link: Hashable, Sendable {
        case inStep
        /// Connected, and events are missing.
        case behind
        case reconnecting
        case offline
    }

    package var room: String
    package var place: Place
    package var phase: Phase.Name
    /// Settling: how much of its time is over. Dragging: how far from the page it started on, negative is back.
    package var progressPercent: Int64?
    /// Who drags the pager or set it going.
    package var holder: String?
    package var members: Int
    package var link: Link
    package var roundTripMilliseconds: Int64?
    /// A short sentence for the person at this terminal, such as that a key does nothing.
    package var note: String?
    /// The title of the page's tab in a room with a strip of tabs.
    package var tab: String?
    /// Where the pager stands in hundredths of a page, for one that rests anywhere.
    package var placeHundredths: Int64?
    /// Whether pages are under way.
    package var isLoading = false
    /// Whether a hand moves the strip of tabs.
    package var isStripHeld = false
    /// Of a page that is shown step by step.
    package var step: Step?
    /// How many pages a reader who has left the others is behind them; negative is ahead. Nil for one who follows.
    package var pagesBehind: Int64?
    /// What is searched for and what came of it.
    package var search: SearchPrompt?
    /// Who may turn the pages, in a room with a baton; an empty name says that it is free.
    package var baton: String?
    /// Keys typed that wait for more; shown before all else, since the next key depends on them.
    package var pending: String?

    package init(
        room: String, place: Place, phase: Phase.Name, progressPercent: Int64? = nil, holder: String? = nil,
        members: Int, link: Link = .inStep, roundTripMilliseconds: Int64? = nil, note: String? = nil
    ) {
        self.room = room
        self.place = place
        self.phase = phase
        self.progressPercent = progressPercent
        self.holder = holder
        self.members = members
        self.link = link
        self.roundTripMilliseconds = roundTripMilliseconds
        self.note = note
    }

    private static let divider = " | "

    /// The line in as many columns as there are: what matters least goes first; one part alone and a note are cut.
    package func text(columns: Int) -> String {
        var kept: [Part] = []
        var used = 0
        for part in parts.sorted(by: { ($0.rank, $0.order) < ($1.rank, $1.order) }) {
            let divider = kept.isEmpty ? 0 : StatusLine.divider.count
            let isFitting = used + divider + ColumnText.width(part.text) <= columns
            guard let part = isFitting ? part : part.cut(to: columns - used - divider) else {
                // Better a part of what matters most than an empty line.
                if kept.isEmpty { kept.append(part) }
                break
            }
            kept.append(part)
            used += divider + ColumnText.width(part.text)
            if !isFitting, kept.count > 1 { break }
        }
        let line = kept.sorted { $0.order < $1.order }.map(\.text).joined(separator: StatusLine.divider)
        return ColumnText.prefix(line, columns: columns)
    }

    private struct Part {
        let text: String
        /// Low is kept longest.
        let rank: Int
        let order: Int
        /// Whether its beginning says enough.
        let isSentence: Bool
        /// Say it in fewer and fewer words.
        let shorter: [String]

        /// Nil where it would say nothing.
        func cut(to columns: Int) -> Part? {
            let fitting = shorter.first { ColumnText.width($0) <= columns }
            guard fitting != nil || (isSentence && columns >= StatusLine.shortestSentence) else { return nil }
            let text = fitting ?? ColumnText.cut(text, columns: columns, ellipsis: Borders.ascii.ellipsis)
            return Part(text: text, rank: rank, order: order, isSentence: isSentence, shorter: [])
        }
    }

    /// Fewer columns of a note say nothing.
    private static let shortestSentence = 8

    private var parts: [Part] {
        let shown: [(text: String?, rank: Int)] = [
            (room, 4), (placeText, 0), (tab.map(StatusLine.cut), 2), (exactText, 2),
            (isLoading && place != .none ? "loading" : nil, 1), (isLoading && place == .none ? nil : phaseText, 2),
            (holder.map { "by \($0)" }, 5),
            (members == 1 ? "1 member" : "\(members) members", 6), (linkText, link == .inStep ? 3 : 1),
            (baton.map { $0.isEmpty ? "baton free" : "baton: \($0)" }, 5),
            (roundTripMilliseconds.map { "\($0) ms" }, 7), (detachedText, 1), (note, 1), (search?.text, -1),
            (pending.map { "\($0)_" }, -1),
        ]
        return shown.enumerated().compactMap { order, part in
            part.text.flatMap {
                let shorter = part.text == detachedText ? shorterDetachedTexts : order == 1 ? shorterPlaceTexts : []
                return $0.isEmpty
                    ? nil
                    : Part(text: $0, rank: part.rank, order: order, isSentence: part.text == note, shorter: shorter)
            }
        }
    }
}
