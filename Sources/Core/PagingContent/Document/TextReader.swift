/// Tells the text of a deck from its fenced code and its comments, line by line.
struct TextReader {
    enum LineKind: Hashable {
        /// Text. A comment may begin in it.
        case text
        /// A line that begins within a comment.
        case comment
        /// A line of fenced code.
        case code(FenceReader.FenceLine)

        var isCode: Bool { if case .code = self { true } else { false } }
    }

    private var fences = FenceReader()
    private var comments = CommentReader()
    /// How many lines are still to be read up to the last one that may end a comment. A comment that begins later has no
    /// end, and is text.
    private var linesToLastEnd: Int

    /// A reader to which every comment is one, whether it ends or not.
    init() {
        linesToLastEnd = .max
    }

    /// A reader of `lines`, which are all there are.
    init(_ lines: some BidirectionalCollection<SourceLine>) {
        let last = lines.lastIndex { $0.text.contains(mark: "-->") }
        linesToLastEnd = last.map { lines.distance(from: lines.startIndex, to: $0) } ?? 0
    }

    /// Whether a comment goes on after the lines read so far.
    var isInComment: Bool { comments.isOpen }

    /// Whether the last line has more than three blanks before its text, which make indented code or go on with a paragraph.
    var isIndented: Bool { fences.isIndented }

    /// The line that ends what is open, such as `-->`; nil where nothing is.
    var missingEnd: String? { comments.isOpen ? "-->" : fences.closing }

    /// Goes on as if the comment that is open, if any, ended here.
    mutating func endComment() { comments = CommentReader() }

    /// Reads the next line.
    mutating func read(_ text: Substring) -> LineKind {
        defer {
            linesToLastEnd -= 1
            if linesToLastEnd < 0 { endComment() }
        }
        if comments.isOpen {
            comments.read(text)
            return .comment
        }
        let line = fences.read(text)
        guard line == .text else { return .code(line) }
        comments.read(text)
        return .text
    }

    /// Whether each of `lines`, which are all there are, is text outside of comments that is not indented as code is.
    static func isPlainText(_ lines: some BidirectionalCollection<SourceLine>) -> [Bool] {
        var reader = TextReader(lines)
        return lines.map { reader.read($0.text) == .text && !reader.isIndented }
    }

    /// Kinds of `lines`, which are all there are.
    static func read(_ lines: some BidirectionalCollection<SourceLine>) -> [LineKind] {
        var reader = TextReader(lines)
        return lines.map { reader.read($0.text) }
    }
}
