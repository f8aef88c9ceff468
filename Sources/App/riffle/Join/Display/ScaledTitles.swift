import TerminalView

/// How a terminal may show titles.
enum TitleChoice: Equatable {
    /// In bold letters of usual size.
    case plain
    case known(TitleForm)
    /// The terminal is to be asked whether it scales letters.
    case asked
}

/// A title in letters of double size on a terminal, over the cells of a page that rests.
///
/// It goes before anything moves: a terminal does not move it with its cells, and its cells are drawn again first.
struct ScaledTitles {
    private let choice: TitleChoice
    /// Nil until it is known, and where the terminal has no such letters.
    private var form: TitleForm?
    private var hasAsked = false
    /// The title on the terminal.
    private var shown: TitlePlacement?

    init(_ choice: TitleChoice) {
        self.choice = choice
        if case .known(let form) = choice { self.form = form }
    }

    /// The question for the terminal, before anything else is drawn; nil where there is none.
    mutating func question() -> [UInt8]? {
        guard choice == .asked, !hasAsked else { return nil }
        hasAsked = true
        return TerminalAnswer.titleQuestion
    }

    mutating func take(_ answers: [TerminalAnswer]) {
        guard choice == .asked else { return }
        for case .cursor(let column) in answers where column == TerminalAnswer.columnAfterScaledBlank {
            form = .scaled
        }
    }

    /// The bytes that remove a title which `next` does not have, and draw its cells again; `current` is what the cells
    /// show, nil when all are drawn again.
    mutating func removing(before next: Screen, shown current: Screen?, colours: ColourDepth) -> [UInt8] {
        guard let form, let shown else { return [] }
        let isWhole =
            current.map { $0.columns != next.columns || $0.rows != next.rows || $0.theme != next.theme } ?? true
        if !isWhole, let current, form.title(of: next) == shown, next.hasRows(of: current, before: shown.row + 2) {
            return []
        }
        self.shown = nil
        // After a change of its size, a terminal may have the rows elsewhere.
        guard !isWhole, let current else { return form.removing(shown) + form.clearing }
        let cells = current.forgetting([form.area(of: shown, columns: current.columns)])
        return form.removing(shown) + ScreenDiff.bytes(from: cells, to: current, colours: colours)
    }

    /// The bytes that show the title of a screen that is not there yet.
    mutating func showing(_ screen: Screen, colours: ColourDepth) -> [UInt8] {
        guard let form, shown == nil, let title = form.title(of: screen) else { return [] }
        shown = title
        return form.showing(title, on: screen, colours: colours)
    }

    /// The bytes that leave a terminal without the title for the next program.
    mutating func forgetting() -> [UInt8] {
        defer { shown = nil }
        guard let form, let shown else { return [] }
        return form.removing(shown)
    }
}
