/// One page of another program's deck, in Riffle's own form.
struct DialectPage {
    private(set) var lines: [SourceLine] = []
    /// Ideas that do not exist here, with the line of each.
    private(set) var ignored: [(idea: String, line: SourceLine)] = []
    /// Whether the page is not to be shown.
    private(set) var isHidden = false

    private let dialect: DeckDialect
    private let settings: [SourceLine]
    /// Whether the items of lists come one after the other.
    private var buildsLists: Bool
    /// Whether the page has nothing but pictures, apart from headings and comments.
    private var hasOnlyPictures = false

    /// - Parameter settings: settings of the page that stood outside of it.
    init(_ dialect: DeckDialect, settings: [SourceLine] = [], buildsLists: Bool = false) {
        self.dialect = dialect
        self.settings = settings
        self.buildsLists = buildsLists
    }

    mutating func read(_ source: ArraySlice<SourceLine>) {
        var source = Array(source)
        for line in settings { set(line) }
        if dialect == .remark || dialect == .deckset {
            // Settings begin the page.
            let front = source.drop(while: \.isBlank).prefix { $0.setting != nil }
            for line in front { set(line) }
            if let last = front.last { source.removeAll { $0.number <= last.number } }
        }
        source = DialectPage.withAsidesAsNotes(source)
        let notes = takeNotes(from: &source)
        defer { lines += notes }
        let kinds = TextReader.read(source)
        hasOnlyPictures = source.allSatisfy {
            $0.isBlank || $0.heading != nil || isSingleComment($0.text) || PictureLine($0.text) != nil
        }
        var isTitle = false
        for (place, line) in source.enumerated() {
            if kinds[place] != .text {
                // A divider in a comment could end the page here, and show the rest of the comment.
                lines.append(kinds[place] == .comment && line.isDivider ? line.replaced(by: "***") : line)
            } else if isTitle {
                // The line below a title that its line says already.
                isTitle = false
            } else if dialect == .presenterm || dialect == .reveal, place + 1 < source.count, kinds[place + 1] == .text,
                DialectPage.isTitle(line.text, above: source[place + 1].text)
            {
                // In a deck of reveal.js a text above `---` is a heading of the second level.
                let mark = dialect == .reveal && source[place + 1].text.trimmed.first == "-" ? "##" : "#"
                lines.append(line.replaced(by: "\(mark) \(line.text.trimmed)"))
                isTitle = true
            } else if dialect == .marp {
                let rest = zip(source, kinds).dropFirst(place + 1).lazy.prefix { $1 == .comment }.map(\.0.text)
                let marked = line.replaced(by: DialectPage.withMarpNotes(line.text, before: rest))
                if marked.text.trimmed.hasPrefix("<!-- notes:") { lines.append(marked) } else { read(marked) }
            } else {
                read(line)
            }
        }
    }

    /// Removes what stands behind a line that says that the rest is notes, and returns it as a comment.
    private func takeNotes(from source: inout [SourceLine]) -> [SourceLine] {
        let isText = TextReader.isPlainText(source)
        let start = source.indices.first { isText[$0] && behindNotesMark(source[$0].text) != nil }
        guard let start, let behind = behindNotesMark(source[start].text) else { return [] }
        var notes = ([source[start].replaced(by: String(behind))] + source[(start + 1)...]).map {
            $0.replaced(by: String($0.text).replacing("-->", with: "-- >"))
        }
        source.removeSubrange(start...)
        notes[0] = notes[0].replaced(by: "<!-- notes:\(notes[0].text)")
        return DialectPage.closed(notes)
    }

    /// The lines with the end of a comment behind the last one.
    private static func closed(_ lines: [SourceLine]) -> [SourceLine] {
        lines.dropLast() + lines.suffix(1).map { $0.replaced(by: "\($0.text) -->") }
    }

    /// Text behind a mark that begins the notes of a page: `???` of remark, `Note:` and `Notes:` of reveal.js (its
    /// Markdown plug-in, `data-separator-notes`); nil for any other line.
    private func behindNotesMark(_ line: Substring) -> Substring? {
        let text = line.drop(while: \.isWhitespace)
        switch dialect {
        case .remark: return text.trimmed == "???" ? "" : nil
        case .reveal:
            let word = text.prefix { $0 != ":" }
            return word.count < text.count && ["note", "notes"].contains(word.lowercased())
                ? text[word.endIndex...].dropFirst() : nil
        default: return nil
        }
    }

    /// The lines with each `<aside class="notes">` of reveal.js written as a comment with notes. Without its end it goes to the
    /// end of the page.
    private static func withAsidesAsNotes(_ source: [SourceLine]) -> [SourceLine] {
        var lines: [SourceLine] = []
        var isOpen = false
        for (line, isText) in zip(source, TextReader.isPlainText(source)) {
            var (written, text) = ("", line.text)
            while true {
                if !isOpen {
                    guard isText, let (before, inside) = text.notesAside else { break }
                    written += before + "<!-- notes:"
                    (text, isOpen) = (inside, true)
                }
                let end = text.firstMatch(of: /(?i)<\/aside\s*>/)
                written += text[..<(end?.range.lowerBound ?? text.endIndex)].replacing("-->", with: "-- >")
                text = end.map { text[$0.range.upperBound...] } ?? ""
                guard end != nil else { break }
                written += "-->"
                isOpen = false
            }
            lines.append(written.isEmpty ? line : line.replaced(by: written + text))
        }
        return isOpen ? closed(lines) : lines
    }

    private static func isTitle(_ text: Substring, above line: Substring) -> Bool {
        let line = line.trimmed
        guard line.count >= 3, line.allSatisfy({ $0 == "=" }) || line.allSatisfy({ $0 == "-" }) else { return false }
        return !text.trimmed.isEmpty && !["#", "-", "*", ">", "<", "|"].contains(text.trimmed.first)
    }

    private mutating func read(_ line: SourceLine) {
        if isSingleComment(line.text), command(line) { return }
        if readPicture(line) { return }
        switch dialect {
        case .presenterm where line.text.trimmed == "---", .reveal where line.isDivider:
            lines.append(line.replaced(by: "***"))
        case .slidev: readSlidev(line)
        case .marp: readMarp(line)
        case .reveal: readReveal(line)
        case .patat where line.text.trimmed == ". . .": pause(line)
        case .remark: readRemark(line)
        case .deckset: readDeckset(line)
        default: append(line)
        }
    }

    private func isSingleComment(_ text: Substring) -> Bool {
        let text = text.trimmed
        return text.hasPrefix("<!--") && text.utf8.count >= 7
            && text.firstRange(ofMark: "-->")?.upperBound == text.endIndex
    }

    private mutating func pause(_ line: SourceLine) { lines.append(line.replaced(by: PauseLine.text)) }

    /// Appends a line, behind a pause where it is an item of a list that is built.
    private mutating func append(_ line: SourceLine) {
        if buildsLists, DialectPage.isItem(line.text) { pause(line) }
        lines.append(line)
    }

    private static func isItem(_ text: Substring) -> Bool {
        let number = text.prefix { $0.isASCII && $0.isNumber }
        let mark = text[number.endIndex...].prefix(2)
        return number.isEmpty ? ["- ", "* ", "+ "].contains(mark) : [". ", ") "].contains(mark)
    }

    private mutating func ignore(_ idea: String, _ line: SourceLine) { ignored.append((idea, line)) }

    private mutating func centre(_ line: SourceLine) {
        lines.append(line.replaced(by: "<!-- title_page -->"))
        lines.append(line.replaced(by: "<!-- alignment: center -->"))
    }
}

// MARK: Settings and commands

extension DialectPage {
    /// A setting of the page as a whole.
    private mutating func set(_ line: SourceLine) {
        guard let (key, value) = line.setting else { return }
        switch (key, value) {
        case ("layout", "two-cols"):
            lines.append(line.replaced(by: "<!-- column_layout: [1, 1] -->"))
            lines.append(line.replaced(by: "<!-- column: 0 -->"))
        case ("layout", "center"):
            lines.append(line.replaced(by: "<!-- jump_to_middle -->"))
            lines.append(line.replaced(by: "<!-- alignment: center -->"))
        // Pages of a few large words, as Slidev means them.
        case ("layout", "cover"), ("layout", "section"), ("layout", "statement"), ("layout", "fact"),
            ("layout", "intro"), ("layout", "end"), ("layout", "quote"):
            centre(line)
        case ("hide", "true"), ("disabled", "true"), ("exclude", "true"): isHidden = true
        case ("class", _) where dialect == .remark || dialect == .marp, ("_class", _) where dialect == .marp:
            let words = value.split { $0 == "," || $0 == " " }
            if words.contains("middle") || words.contains("lead") {
                centre(line)
            } else if words.contains("center") {
                lines.append(line.replaced(by: "<!-- alignment: center -->"))
            }
        case ("src", _):
            ignore("pages from other files (`src:`)", line)
            isHidden = true
        case ("transition", _): ignore("transitions", line)
        case ("theme", _) where dialect == .riffle: ignore("themes of single pages", line)
        case ("background", _), ("background-image", _), ("image", _): ignore("pictures as backgrounds", line)
        case ("template", _), ("layout", "true"): ignore("templates", line)
        case ("build-lists", "true"): buildsLists = true
        default: break
        }
    }

    /// Carries out a comment that commands something. Returns false for any other comment.
    private mutating func command(_ line: SourceLine) -> Bool {
        let text = line.text.trimmed.dropFirst(4).dropLast(3)
        let inside = SourceLine(number: line.number, text: text.trimmed[...])
        let name = inside.text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let isSetting = inside.text[name.endIndex...].first == ":"
        let value = isSetting ? inside.text[name.endIndex...].dropFirst().trimmed : nil
        switch (dialect, String(name), value) {
        case (.lookatme, "stop", _): pause(line)
        case (.presenterm, "incremental_lists", let value), (.riffle, "incremental_lists", let value):
            buildsLists = value == "true"
        case (.presenterm, "skip_slide", _): isHidden = true
        case (.presenterm, "jump_to_middle", _) where lines.allSatisfy(\.isBlank):
            lines.append(line.replaced(by: "<!-- title_page -->"))
        case (.presenterm, "include", _): ignore("text from other files (`include:`)", line)
        case (.presenterm, "font_size", _): ignore("sizes of fonts", line)
        case (.presenterm, "list_item_newlines", _): break
        case (.marp, "_class", _), (.marp, "class", _):
            set(SourceLine(number: line.number, text: "class: \(value ?? "")"))
        case (.marp, _, .some): ignore("directives", line)
        case (.reveal, ".slide", _): ignore("attributes of slides", line)
        case (.patat, "config", _): ignore("settings of a page", line)
        default: return false
        }
        return true
    }
}

// MARK: Comments of Marp

extension DialectPage {
    /// Names that comments of Marp may set, with `_` before them for one page. Every other comment is notes
    /// (Marpit's documentation, "Directives" and "Presenter notes").
    private static let directives: Set<Substring> = [
        "auto-scaling", "author", "backgroundColor", "backgroundImage", "backgroundPosition", "backgroundRepeat",
        "backgroundSize", "class", "color", "description", "footer", "header", "headingDivider", "image", "keywords",
        "lang", "marp", "math", "paginate", "size", "style", "theme", "title", "transition", "url",
    ]

    /// The line with each comment that begins in it, and neither is a word nor sets anything, marked as notes.
    ///
    /// - Parameter rest: the lines behind it that begin within a comment.
    private static func withMarpNotes(_ line: Substring, before rest: some Sequence<Substring>) -> String {
        var (marked, text) = ("", line)
        while let inside = CommentReader.afterOpening(in: text) {
            marked += text[..<inside.startIndex]
            if isMarpNotes(inside, before: rest) { marked += " notes:" }
            let end = inside.firstRange(ofMark: "-->")?.upperBound ?? inside.endIndex
            marked += inside[..<end]
            text = inside[end...]
        }
        return marked + text
    }

    /// Whether a comment is notes. `line` is what stands behind its mark.
    private static func isMarpNotes(_ line: Substring, before rest: some Sequence<Substring>) -> Bool {
        var lines: [Substring] = []
        var isClosed = false
        for line in [line] + rest {
            let end = line.firstRange(ofMark: "-->")?.lowerBound
            lines.append(line[..<(end ?? line.endIndex)])
            isClosed = end != nil
            if isClosed { break }
        }
        let isWord = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).count < 2
        let isSetting = lines.contains { directives.contains(setting(in: $0)) }
        return isClosed && !isSetting && (!isWord || lines.contains { $0.contains(":") })
    }

    /// The name that a line of a comment sets, without a mark before it; empty where it sets nothing.
    private static func setting(in line: Substring) -> Substring {
        let line = line.drop(while: \.isWhitespace).drop { $0 == "_" || $0 == "$" }
        return line.contains(":") ? line.prefix { $0 != ":" } : ""
    }
}

// MARK: Lines

extension DialectPage {
    /// A picture with wishes in Marp's or Deckset's words. A background is a picture of the whole page where the page has
    /// nothing else but a heading, and otherwise one within its text. Returns false for any other line.
    private mutating func readPicture(_ line: SourceLine) -> Bool {
        guard dialect == .marp || dialect == .deckset, var picture = PictureLine(line.text) else { return false }
        // Deckset's pictures are behind the text unless they say otherwise.
        if dialect == .deckset, !picture.words.contains("inline") { picture.makeBackground() }
        let ignored = picture.takeWishes()
        if !ignored.isEmpty { ignore("places and sizes of pictures other than `width:50%`", line) }
        if picture.isBackground {
            if hasOnlyPictures { picture.makeFull() } else { ignore("pictures behind a text", line) }
        }
        // Pictures of one place stand below each other here.
        if lines.last?.isBlank == false { lines.append(line.replaced(by: "")) }
        lines += [line.replaced(by: picture.text), line.replaced(by: "")]
        return true
    }

    private mutating func readSlidev(_ line: SourceLine) {
        let text = line.text.trimmed
        if text.hasPrefix("<v-clicks") {
            buildsLists = true
        } else if text == "</v-clicks>" {
            buildsLists = false
        } else if text == "::right::" || text == "::left::" || text == "::default::" {
            if text == "::left::" { lines.append(line.replaced(by: "<!-- column_layout: [1, 1] -->")) }
            lines.append(line.replaced(by: "<!-- column: \(text == "::right::" ? 1 : 0) -->"))
        } else if text.hasPrefix("<v-click") || text.hasPrefix("<div v-click") {
            pause(line)
            let rest = text.drop { $0 != ">" }.dropFirst()
            let inside = rest.hasSuffix("</v-click>") ? rest.dropLast(10) : rest
            if !inside.isEmpty { lines.append(line.replaced(by: String(inside))) }
        } else if text == "</v-click>" || text == "</div>" {
            lines.append(line.replaced(by: ""))
        } else if text.first == "<", text.dropFirst().first?.isUppercase == true {
            ignore("components", line)
        } else {
            append(line)
        }
    }

    private mutating func readMarp(_ line: SourceLine) {
        // Bullets of this kind come one after the other.
        if line.text.hasPrefix("* ") { pause(line) }
        append(
            line.replaced(by: String(line.text).replacing("<!-- fit --> ", with: "").replacing("<!--fit--> ", with: ""))
        )
    }

    private mutating func readReveal(_ line: SourceLine) {
        guard let start = line.text.firstRange(ofMark: "<!-- .element:"),
            let end = line.text[start.upperBound...].firstRange(ofMark: "-->")
        else { return append(line) }
        if line.text[start.upperBound..<end.lowerBound].contains("fragment") {
            pause(line)
        } else {
            ignore("attributes of elements", line)
        }
        lines.append(line.replaced(by: (line.text[..<start.lowerBound] + line.text[end.upperBound...])[...].trimmed))
    }

    private mutating func readRemark(_ line: SourceLine) {
        let text = line.text.trimmed
        if text == "--" { return pause(line) }
        guard text.first == ".", let open = text.firstIndex(of: "["),
            text[..<open].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })
        else {
            // The end of a class that goes over several lines.
            return text == "]" ? ignore("classes of text", line) : append(line)
        }
        ignore("classes of text", line)
        let inside = text[open...].dropFirst()
        lines.append(line.replaced(by: String(inside.last == "]" ? inside.dropLast() : inside)))
    }

    private mutating func readDeckset(_ line: SourceLine) {
        let text = line.text.trimmed
        if text == "[.build-lists: true]" || text == "[.build-lists: false]" {
            buildsLists = text.contains("true")
        } else if text.hasPrefix("[."), text.hasSuffix("]") {
            ignore("commands in brackets", line)
        } else if text.hasPrefix("^") {
            lines.append(
                line.replaced(by: "<!-- notes: \(text.dropFirst().trimmed.replacing("-->", with: "-- >")) -->"))
        } else {
            append(line.replaced(by: String(line.text).replacing("# [fit] ", with: "# ")))
        }
    }
}
