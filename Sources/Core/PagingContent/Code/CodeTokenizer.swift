/// Divides code into spans. It looks at each character a constant number of times, whatever the text is, and does not
/// judge: code that is wrong or of another language gets other colours, nothing worse.
package struct CodeTokenizer {
    /// Longest literal such as `'\u{1F600}'` in languages where a `'` may stand alone.
    private static let longestCharacter = 12

    private let text: [Unicode.Scalar]
    private let language: CodeLanguage
    private var place = 0
    private var isInTag = false
    private var spans: [CodeSpan] = []

    /// Names of the languages that have colours.
    package static var languages: [String] { CodeLanguage.all }

    /// Returns spans for all of `text`; none for a language without a table.
    package static func spans(of text: String, language name: String) -> [CodeSpan] {
        guard let language = CodeLanguage.named(name) else { return [] }
        var tokenizer = CodeTokenizer(text, language)
        tokenizer.read()
        return tokenizer.spans
    }

    private init(_ text: String, _ language: CodeLanguage) {
        self.text = Array(text.unicodeScalars)
        self.language = language
    }

    private mutating func read() {
        while place < text.count {
            if language.grammar == .changes {
                changedLine()
            } else if let end = comment() {
                take(to: end, .comment)
            } else if language.grammar == .markup {
                markup()
            } else if let end = string() {
                take(to: end, language.hasKeys && isKey(behind: end) ? .type : .string)
            } else if !number(), !variable(), !word() {
                take(to: place + 1, nil)
            }
        }
    }

    private mutating func take(to end: Int, _ token: CodeToken?) {
        if let last = spans.last, last.token == token {
            spans[spans.count - 1] = CodeSpan(length: last.length + end - place, token: token)
        } else {
            spans.append(CodeSpan(length: end - place, token: token))
        }
        place = end
    }
}

/// Parts that begin at `place`.
extension CodeTokenizer {
    private func comment() -> Int? {
        if language.lineComments.contains(where: { isHere($0) }), !language.hasHashWords || isAfterBlank {
            return lineEnd
        }
        guard let comment = language.blockComments.first(where: { isHere($0.open) }) else { return nil }
        return end(of: comment)
    }

    private func end(of comment: CodeLanguage.Delimiters) -> Int {
        var depth = 0
        var end = place
        while end < text.count {
            if language.hasNestedComments || depth == 0, isHere(comment.open, at: end) {
                depth += 1
                end += comment.open.count
            } else if isHere(comment.close, at: end) {
                depth -= 1
                end += comment.close.count
                if depth == 0 { return end }
            } else {
                end += 1
            }
        }
        return end
    }

    private func string() -> Int? {
        guard let quote = language.quotes.first(where: { isHere($0.open) }) else { return nil }
        var end = place + quote.open.count
        while end < text.count {
            if quote.isCharacter, end - place > CodeTokenizer.longestCharacter { return nil }
            if isHere(quote.close, at: end) {
                let isEmpty = end == place + quote.open.count
                return quote.isCharacter && isEmpty ? nil : end + quote.close.count
            }
            if text[end] == "\n", !quote.isLong { return quote.isCharacter ? nil : end }
            if quote.isCharacter, end > place + 1, text[place + 1] != "\\" { return nil }
            end += text[end] == "\\" && quote.hasEscapes ? 2 : 1
        }
        return quote.isCharacter ? nil : text.count
    }

    private mutating func number() -> Bool {
        guard isDigit(text[place]) else { return false }
        var end = place + 1
        while end < text.count {
            let isPoint = text[end] == "." && end + 1 < text.count && isDigit(text[end + 1])
            let isSign =
                (text[end] == "-" || text[end] == "+") && "eE".unicodeScalars.contains(text[end - 1])
                && !isHere("0x")
            guard isWordPart(text[end]) || isPoint || isSign else { break }
            end += 1
        }
        take(to: end, .number)
        return true
    }

    /// A name with the mark of variables, such as `$HOME` or `${HOME}`.
    private mutating func variable() -> Bool {
        guard language.variableMarks.unicodeScalars.contains(text[place]) else { return false }
        let isBraced = place + 1 < text.count && text[place + 1] == "{"
        let start = place + (isBraced ? 2 : 1)
        var end = wordEnd(from: start)
        guard end > start else { return false }
        if isBraced, end < text.count, text[end] == "}" { end += 1 }
        take(to: end, .variable)
        return true
    }

    private mutating func word() -> Bool {
        guard isWordStart(text[place]) else { return false }
        let end = wordEnd(from: place)
        let word = String(String.UnicodeScalarView(text[place..<end]))
        let known = language.ignoresCase ? word.lowercased() : word
        let token: CodeToken?
        if language.hasKeys, isFirstInLine, isKey(behind: end) {
            token = .type
        } else if language.keywords.contains(known) {
            token = .keyword
        } else if language.types.contains(known) {
            token = .type
        } else if end < text.count, text[end] == "(" {
            token = .function
        } else {
            token = language.hasCapitalTypes && CodeTokenizer.isTypeName(word) ? .type : nil
        }
        take(to: end, token)
        return true
    }

    /// A capital and later a small letter: constants in capitals are no types.
    private static func isTypeName(_ word: String) -> Bool {
        word.first?.isUppercase == true && word.contains { $0.isLowercase }
    }

    /// A line of a difference between two texts.
    private mutating func changedLine() {
        let token: CodeToken? =
            switch text[place] {
            case "+": isHere("+++") ? .keyword : .inserted
            case "-": isHere("---") ? .keyword : .deleted
            case "@": .function
            case "d" where isHere("diff "): .keyword
            case "i" where isHere("index "): .comment
            default: nil
            }
        take(to: min(lineEnd + 1, text.count), token)
    }

    /// Text and tags of HTML and XML.
    private mutating func markup() {
        let next = place + 1 < text.count ? text[place + 1] : " "
        if isInTag {
            if text[place] == ">" {
                isInTag = false
                take(to: place + 1, .keyword)
            } else if let end = string() {
                take(to: end, .string)
            } else if isWordStart(text[place]) {
                take(to: wordEnd(from: place), .type)
            } else {
                take(to: place + 1, nil)
            }
        } else if text[place] == "<", isWordStart(next) || next == "/" || next == "!" || next == "?" {
            isInTag = true
            take(to: wordEnd(from: isWordStart(next) ? place + 1 : place + 2), .keyword)
        } else {
            take(to: place + 1, nil)
        }
    }
}

/// Tests of single places.
extension CodeTokenizer {
    private func isHere(_ mark: String) -> Bool { isHere(mark, at: place) }

    private func isHere(_ mark: String, at place: Int) -> Bool {
        guard text[place] == mark.unicodeScalars.first else { return false }
        return text[place...].starts(with: mark.unicodeScalars)
    }

    private var lineEnd: Int { text[place...].firstIndex(of: "\n") ?? text.count }

    private var isAfterBlank: Bool { place == 0 || text[place - 1].properties.isWhitespace }

    /// Whether nothing but blanks, and the mark of an item, is before the place in its line.
    private var isFirstInLine: Bool {
        let before = spans.last.map { $0.token == nil ? text[(place - $0.length)..<place] : [] } ?? []
        guard place == 0 || !before.isEmpty else { return false }
        for scalar in before.reversed() {
            if scalar == "\n" { return true }
            guard scalar == " " || scalar == "\t" || scalar == "-" || scalar == "[" else { return false }
        }
        return place == before.count
    }

    /// Whether a `:` or `=` follows after blanks.
    private func isKey(behind end: Int) -> Bool {
        var end = end
        while end < text.count, text[end] == " " || text[end] == "." { end += 1 }
        return end < text.count && (text[end] == ":" || text[end] == "=" || text[end] == "]")
    }

    private func wordEnd(from start: Int) -> Int {
        guard start < text.count else { return text.count }
        return text[start...].firstIndex { !isWordPart($0) } ?? text.count
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" }
        return scalar.properties.isAlphabetic
    }

    private func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        isWordStart(scalar) || isDigit(scalar) || language.wordMarks.unicodeScalars.contains(scalar)
    }
}
