/// The opening line of fenced code: three or more back-ticks or tildes (CommonMark 0.31, §4.5).
struct Fence: Hashable {
    private let mark: Character
    private let length: Int
    private let container: FenceContainer
    /// The text behind the marks: a language and attributes.
    let information: Substring

    /// - Parameters:
    ///   - inside: the text of its line within `container`.
    fileprivate init?(opening inside: Substring, in container: FenceContainer) {
        guard let (mark, length, rest) = Fence.marks(of: inside) else { return nil }
        guard mark == "~" || !rest.contains("`") else { return nil }
        self.mark = mark
        self.length = length
        self.container = container
        information = rest
    }

    /// The line that ends the code.
    var closing: String { String(repeating: mark, count: length) }

    /// Whether it is in a list item or a quotation.
    var isNested: Bool { !container.isPage }

    /// Whether `line` ends the code: at least as many of the same marks and nothing else.
    func isClosed(by line: Substring) -> Bool {
        guard let inside = container.inside(line), let (mark, length, rest) = Fence.marks(of: inside) else {
            return false
        }
        return mark == self.mark && length >= self.length && rest.allSatisfy(\.isWhitespace)
    }

    /// Whether the list item or the quotation of the code has ended before `line`, and the code with it.
    func isLeft(by line: Substring) -> Bool { container.inside(line) == nil }

    private static func marks(of line: Substring) -> (mark: Character, length: Int, rest: Substring)? {
        guard let start = line.afterIndentation, let mark = start.first, mark == "`" || mark == "~" else { return nil }
        let length = start.prefix { $0 == mark }.count
        return length >= 3 ? (mark, length, start.dropFirst(length)) : nil
    }
}

extension Substring {
    /// The text behind three blanks at most; nil where there are more, which make indented code.
    fileprivate var afterIndentation: Substring? {
        let start = drop { $0 == " " }
        return utf8.distance(from: startIndex, to: start.startIndex) <= 3 ? start : nil
    }
}

/// The quotations and list items that a line stands in, from the outside.
private struct FenceContainer: Hashable {
    private enum FenceLevel: Hashable {
        case quotation
        /// With the columns of its mark and the blanks around it.
        case item(columns: Int)
    }

    private static let mostLevels = 16
    private var levels: [FenceLevel] = []

    var isPage: Bool { levels.isEmpty }

    /// The levels of the line behind one that stands in these: those that go on and those that begin, and the text in them.
    func next(_ line: Substring) -> (FenceContainer, inside: Substring) {
        var container = FenceContainer()
        var rest = line
        for level in levels {
            guard let inside = FenceContainer.inside(rest, level) else { break }
            container.levels.append(level)
            rest = inside
        }
        while container.levels.count < FenceContainer.mostLevels {
            if let inside = FenceContainer.afterQuotation(rest) {
                container.levels.append(.quotation)
                rest = inside
            } else if let inside = FenceContainer.afterMark(rest) {
                // Marks and blanks are ASCII.
                let columns = rest.utf8.distance(from: rest.startIndex, to: inside.startIndex)
                container.levels.append(.item(columns: columns))
                rest = inside
            } else {
                break
            }
        }
        return (container, rest)
    }

    /// The text of a later line in the same levels; nil where one of them has ended.
    func inside(_ line: Substring) -> Substring? {
        var rest = line
        for level in levels {
            guard let inside = FenceContainer.inside(rest, level) else { return nil }
            rest = inside
        }
        return rest
    }

    private static func inside(_ line: Substring, _ level: FenceLevel) -> Substring? {
        switch level {
        case .quotation: return afterQuotation(line)
        case .item(let columns):
            if line.allSatisfy(\.isWhitespace) { return "" }
            return line.prefix(columns).allSatisfy { $0 == " " } ? line.dropFirst(columns) : nil
        }
    }

    private static func afterQuotation(_ line: Substring) -> Substring? {
        guard let start = line.afterIndentation, start.first == ">" else { return nil }
        let rest = start.dropFirst()
        return rest.first == " " ? rest.dropFirst() : rest
    }

    /// The text behind the mark of a list item and the blanks after it.
    private static func afterMark(_ line: Substring) -> Substring? {
        guard let start = line.afterIndentation else { return nil }
        let number = start.prefix { ("0"..."9").contains($0) }
        guard number.count <= 9, let mark = start[number.endIndex...].first else { return nil }
        guard number.isEmpty ? "-*+".contains(mark) : ".)".contains(mark) else { return nil }
        let rest = start[number.endIndex...].dropFirst()
        let blanks = rest.prefix { $0 == " " }.count
        // More blanks make indented code.
        return (1...4).contains(blanks) ? rest.dropFirst(blanks) : nil
    }
}

/// Follows fenced code from line to line.
struct FenceReader {
    enum FenceLine: Hashable {
        case text
        case opening(Fence)
        case inside
        case closing
    }

    private var fence: Fence?
    /// Where the last line outside of code stands.
    private var container = FenceContainer()
    /// Whether the last line has more than three blanks before its text, within its list items and quotations.
    private(set) var isIndented = false

    /// Whether the next line is code unless it ends it.
    var isOpen: Bool { fence != nil }

    /// The line that ends the code; nil outside of code, and in code that ends with its list item or quotation.
    var closing: String? { fence.flatMap { $0.isNested ? nil : $0.closing } }

    /// Reads the next line.
    mutating func read(_ line: Substring) -> FenceLine {
        if let open = fence {
            let isClosed = open.isClosed(by: line)
            guard isClosed || open.isLeft(by: line) else { return .inside }
            fence = nil
            if isClosed { return .closing }
        }
        let (container, inside) = container.next(line)
        self.container = container
        isIndented = inside.afterIndentation == nil
        guard let opened = Fence(opening: inside, in: container) else { return .text }
        fence = opened
        return .opening(opened)
    }
}
