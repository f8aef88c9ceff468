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
    /// Keys typed that wait for more; shown before everything else, since the next key depends on them.
    package var pending: String?

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

    private static let divider = " | "

    /// The line in so many columns. The least important parts are left out first; a note, and a part alone, is cut.
    package func text(columns: Int) -> String {
        // A note that does not fit beside the page takes the whole line until the next key.
        if let note, search == nil, pending == nil, columns < Self.widestPlace(placeText, note) {
            return ColumnText.cut(note, columns: columns, ellipsis: Borders.ascii.ellipsis)
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
        let line = kept.sorted { $0.order < $1.order }.map(\.text).joined(separator: StatusLine.divider)
        return ColumnText.prefix(line, columns: columns)
    }

    /// Columns of the page, a divider and a note.
    private static func widestPlace(_ place: String, _ note: String) -> Int {
        ColumnText.width(place) + divider.count + ColumnText.width(note)
    }

    private struct Part {
        let text: String
        /// Low ranks are kept longest.
        let rank: Int
        let order: Int
        /// Whether it can be cut.
        let isSentence: Bool
        /// Shorter texts with the same meaning, longest first.
        let shorter: [String]

        /// Nil where the rest would be meaningless.
        func cut(to columns: Int) -> Part? {
            let fitting = shorter.first { ColumnText.width($0) <= columns }
            guard fitting != nil || (isSentence && columns >= StatusLine.shortestSentence) else { return nil }
            let text = fitting ?? ColumnText.cut(text, columns: columns, ellipsis: Borders.ascii.ellipsis)
            return Part(text: text, rank: rank, order: order, isSentence: isSentence, shorter: [])
        }
    }

    /// Columns below which a cut note is meaningless.
    private static let shortestSentence = 8

    private var parts: [Part] {
        let shown: [(text: String?, rank: Int)] = [
            (room, 4), (placeText, 0), (tab.map(StatusLine.cut), 2), (exactText, 2),
            (isLoading && place != .none ? "loading" : nil, 1), (isLoading && place == .none ? nil : phaseText, 2),
            (holder.map { "by \($0)" }, 5),
            (members == 1 ? "1 member" : "\(members) members", 6),
            (cut.map { "cut for \($0.members) of \($0.of)" }, 3), (connectionText, connection == .inStep ? 3 : 1),
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

/// The texts of the parts.
extension StatusLine {
    /// `page 4 of 12`, `page 4 of 12, step 2 of 3`, `page -3`, `no pages`, or `loading` before the first pages come.
    package var placeText: String {
        switch place {
        case .none: isLoading ? "loading" : "no pages"
        case .listed(let number, let count): "page \(number) of \(count)\(stepText(" of "))"
        case .unbounded(let number): "page \(number)\(stepText(" of "))"
        }
    }

    /// `4 of 12, step 2 of 3`, `4/12, step 2/3`, `4/12`.
    var shorterPlaceTexts: [String] {
        switch place {
        case .none: []
        case .listed(let number, let count):
            ["\(number) of \(count)\(stepText(" of "))", "\(number)/\(count)\(stepText("/"))", "\(number)/\(count)"]
        case .unbounded(let number): ["\(number)\(stepText("/"))", "\(number)"]
        }
    }

    /// Empty for a page without steps.
    private func stepText(_ of: String) -> String { step.map { ", step \($0.number)\(of)\($0.count)" } ?? "" }

    /// `2 behind, =`.
    var shorterDetachedTexts: [String] {
        pagesBehind.map { [$0 == 0 ? "away, =" : "\($0.magnitude) \($0 > 0 ? "behind" : "ahead"), ="] } ?? []
    }

    var detachedText: String? {
        guard let pagesBehind else { return nil }
        let pages = pagesBehind.magnitude == 1 ? "1 page" : "\(pagesBehind.magnitude) pages"
        let place = pagesBehind == 0 ? "on your own" : pagesBehind > 0 ? "\(pages) behind" : "\(pages) ahead"
        return "\(place), = to return"
    }

    private static let tabColumns = 20

    static func cut(_ title: String) -> String {
        ColumnText.cut(title, columns: tabColumns, ellipsis: Borders.ascii.ellipsis)
    }

    /// `at 3.42`.
    var exactText: String? {
        guard let placeHundredths else { return nil }
        let sign = placeHundredths < 0 ? "-" : ""
        let (whole, rest) = placeHundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "at \(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    var phaseText: String {
        if isStripHeld { return "dragging the strip" }
        guard let percent = progressPercent else { return phase.rawValue }
        return phase == .dragging && percent >= 0 ? "dragging +\(percent)%" : "\(phase.rawValue) \(percent)%"
    }

    var connectionText: String {
        switch connection {
        case .inStep: "in step"
        case .reconnecting: "reconnecting"
        case .offline: "offline"
        }
    }
}
