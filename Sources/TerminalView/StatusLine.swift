public import PagingEngine

/// What the last row says: where one is, what moves, who moves it, and whether one is in step.
public struct StatusLine: Hashable, Sendable {
    /// The page in view as people count it.
    public enum Place: Hashable, Sendable {
        /// No page at all.
        case none
        /// `number` counts from 1.
        case listed(number: Int64, count: Int)
        case unbounded(Int64)
    }

    /// Which part of a page is shown that shows its text step by step, counted from 1.
    public struct Step: Hashable, Sendable {
        public let number: Int
        public let count: Int

        public init(number: Int, count: Int) {
            self.number = number
            self.count = count
        }
    }

    /// How this member stands to the room.
    public enum Link: Hashable, Sendable {
        case inStep
        /// Connected, and events are missing.
        case behind
        case reconnecting
        case offline
    }

    public var room: String
    public var place: Place
    public var phase: Phase.Name
    /// Settling: how much of its time is over. Dragging: how far from the page it started on, negative is back.
    public var progressPercent: Int64?
    /// Who drags the pager or set it going.
    public var holder: String?
    public var members: Int
    public var link: Link
    public var roundTripMilliseconds: Int64?
    /// A short sentence for the person at this terminal, such as that a key does nothing.
    public var note: String?
    /// The title of the page's tab in a room with a strip of tabs.
    public var tab: String?
    /// Where the pager stands in hundredths of a page, for one that rests anywhere.
    public var placeHundredths: Int64?
    /// Whether pages are under way.
    public var isLoading = false
    /// Whether a hand moves the strip of tabs.
    public var isStripHeld = false
    /// Of a page that is shown step by step.
    public var step: Step?
    /// How many pages a reader who has left the others is behind them; negative is ahead. Nil for one who follows.
    public var pagesBehind: Int64?
    /// What is searched for and what came of it.
    public var search: SearchPrompt?
    /// Who may turn the pages, in a room with a baton; an empty name says that it is free.
    public var baton: String?
    /// Keys typed that wait for more; shown before all else, since the next key depends on them.
    public var pending: String?

    public init(
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
    public func text(columns: Int) -> String {
        var kept: [Part] = []
        var used = 0
        for part in parts.sorted(by: { ($0.rank, $0.order) < ($1.rank, $1.order) }) {
            let divider = kept.isEmpty ? 0 : StatusLine.divider.count
            let width = ColumnText.width(part.text) + divider
            guard used + width <= columns || kept.isEmpty else {
                if let cut = part.cut(to: columns - used - divider) { kept.append(cut) }
                break
            }
            kept.append(part)
            used += width
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
        /// Says it in fewer words.
        let short: String?

        /// Nil where it would say nothing.
        func cut(to columns: Int) -> Part? {
            let isFitting = short.map { ColumnText.width($0) <= columns } ?? false
            guard isFitting || (isSentence && columns >= StatusLine.shortestSentence) else { return nil }
            let text = isFitting ? short : ColumnText.cut(text, columns: columns, ellipsis: Borders.ascii.ellipsis)
            return Part(text: text ?? "", rank: rank, order: order, isSentence: isSentence, short: nil)
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
                let short = part.text == detachedText ? shortDetachedText : nil
                return $0.isEmpty
                    ? nil : Part(text: $0, rank: part.rank, order: order, isSentence: part.text == note, short: short)
            }
        }
    }

    /// `page 4 of 12`, `page 4 of 12, step 2 of 3`, `page -3`, `no pages`, or `loading` before the first pages come.
    public var placeText: String {
        let step = step.map { ", step \($0.number) of \($0.count)" } ?? ""
        switch place {
        case .none: return isLoading ? "loading" : "no pages"
        case .listed(let number, let count): return "page \(number) of \(count)\(step)"
        case .unbounded(let number): return "page \(number)\(step)"
        }
    }

    /// `2 behind, =`.
    private var shortDetachedText: String? {
        pagesBehind.map { $0 == 0 ? "away, =" : "\($0.magnitude) \($0 > 0 ? "behind" : "ahead"), =" }
    }

    private var detachedText: String? {
        guard let pagesBehind else { return nil }
        let pages = pagesBehind.magnitude == 1 ? "1 page" : "\(pagesBehind.magnitude) pages"
        let place = pagesBehind == 0 ? "on your own" : pagesBehind > 0 ? "\(pages) behind" : "\(pages) ahead"
        return "\(place), = to return"
    }

    private static let tabColumns = 20

    private static func cut(_ title: String) -> String {
        ColumnText.cut(title, columns: tabColumns, ellipsis: Borders.ascii.ellipsis)
    }

    /// `at 3.42`.
    private var exactText: String? {
        guard let placeHundredths else { return nil }
        let sign = placeHundredths < 0 ? "-" : ""
        let (whole, rest) = placeHundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "at \(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    private var phaseText: String {
        if isStripHeld { return "dragging the strip" }
        guard let percent = progressPercent else { return phase.rawValue }
        return phase == .dragging && percent >= 0 ? "dragging +\(percent)%" : "\(phase.rawValue) \(percent)%"
    }

    private var linkText: String {
        switch link {
        case .inStep: "in step"
        case .behind: "behind"
        case .reconnecting: "reconnecting"
        case .offline: "offline"
        }
    }
}
