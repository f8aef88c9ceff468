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
            } else if dialect == .marp,
                let notes = DialectPage.marpNotes(
                    in: line.text,
                    before: zip(source, kinds).dropFirst(place + 1).lazy.prefix { $1 == .comment }.map(\.0.text))
            {
                lines.append(line.replaced(by: "<!-- notes: \(notes)"))
            } else {
                read(line)
            }
        }
    }

    /// Removes what stands behind a line that says that the rest is notes, and returns it as a comment.
    private func takeNotes(from source: inout [SourceLine]) -> [SourceLine] {
        let marks = dialect == .remark ? ["???"] : dialect == .reveal ? ["note:", "notes:"] : []
        let kinds = TextReader.read(source)
        let start = source.indices.first { !kinds[$0].isCode && marks.contains(source[$0].text.trimmed.lowercased()) }
        guard let start, let last = source.last else { return [] }
        let notes = source[(start + 1)...].map { $0.replaced(by: String($0.text).replacing("-->", with: "-- >")) }
        let first = source[start].replaced(by: "<!-- notes:")
        source.removeSubrange(start...)
        return [first] + notes + [last.replaced(by: "-->")]
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
        return text.hasPrefix("<!--") && text.hasSuffix("-->") && text.utf8.count >= 7
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
        case ("class", _) where dialect == .remark || dialect == .marp:
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

    /// The line behind the mark of the comment that it begins with, if this is neither a word nor sets anything; else nil.
    ///
    /// - Parameter rest: the lines behind it that begin within a comment.
    private static func marpNotes(in line: Substring, before rest: some Sequence<Substring>) -> Substring? {
        let start = line.drop { $0 == " " }
        guard start.hasPrefix("<!--") else { return nil }
        var lines: [Substring] = []
        var isClosed = false
        for line in [start.dropFirst(4)] + rest {
            let end = line.firstRange(ofMark: "-->")?.lowerBound
            lines.append(line[..<(end ?? line.endIndex)])
            isClosed = end != nil
            if isClosed { break }
        }
        guard isClosed else { return nil }
        let isWord = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).count < 2
        let isSetting = lines.contains { directives.contains(setting(in: $0)) }
        return isSetting || isWord && !lines.contains { $0.contains(":") } ? nil : start.dropFirst(4).drop { $0 == " " }
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
        guard let start = line.text.firstRange(ofMark: "<!-- .element:") else { return append(line) }
        if line.text[start.lowerBound...].contains("fragment") {
            pause(line)
        } else {
            ignore("attributes of elements", line)
        }
        lines.append(line.replaced(by: line.text[..<start.lowerBound].trimmed))
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
