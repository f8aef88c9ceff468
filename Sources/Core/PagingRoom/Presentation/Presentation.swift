import PagingEngine

/// Everything a presenter lays over the pages: steps revealed, a blank screen, a pointer, the scroll of a tall page.
///
/// Each change returns the event that publishes it.
struct Presentation: Sendable {
    /// Steps of the target that are shown.
    private(set) var shown = 0
    private(set) var isBlank = false
    private(set) var pointer: Pointer?
    /// The position in the text with which a page in view begins; nil while nobody has scrolled it for everybody.
    private(set) var top: Pointer?

    /// Shows `steps` steps of `page`.
    mutating func reveal(_ steps: Int, of page: PageIndex, by member: MemberID?) -> Event.Change {
        shown = steps
        return .revealed(page, shown: steps, by: member)
    }

    /// Goes to a new target, of which `steps` steps are shown. The event of the target itself says that none is.
    mutating func enter(_ page: PageIndex, showing steps: Int, by member: MemberID?) -> Event.Change? {
        shown = 0
        return steps > 0 ? reveal(steps, of: page, by: member) : nil
    }

    /// Shows no more than the `steps` steps that `page` has now.
    mutating func limit(to steps: Int, of page: PageIndex, by member: MemberID?) -> Event.Change? {
        shown > steps ? reveal(steps, of: page, by: member) : nil
    }

    /// Sets the steps of a restored room.
    mutating func restore(shown steps: Int) {
        shown = steps
    }

    mutating func setBlank(_ on: Bool, by member: MemberID?) -> Event.Change? {
        guard on != isBlank else { return nil }
        isBlank = on
        return .blank(on, by: member)
    }

    mutating func point(to next: Pointer?) -> Event.Change? {
        guard next != pointer else { return nil }
        pointer = next
        return .pointer(pointer, top: top)
    }

    /// Begins a page at a position in its text. The same position again, by anybody, is no change.
    mutating func scroll(to next: Pointer?) -> Event.Change? {
        guard next?.page != top?.page || next?.at != top?.at else { return nil }
        top = next
        return .pointer(pointer, top: top)
    }
}

/// The presenters' notes of the window: published when the window has other ones than before.
struct NotesPublisher: Sendable {
    /// Whether the window has changed since its notes were compared with those published.
    private(set) var isWindowChanged = true
    private var lastPublished: [PageNotes] = []

    mutating func windowChanged() {
        isWindowChanged = true
    }

    /// Takes note of the window's notes. Returns whether they must be published.
    mutating func publish(_ notes: [PageNotes]) -> Bool {
        isWindowChanged = false
        guard notes != lastPublished else { return false }
        lastPublished = notes
        return true
    }
}
