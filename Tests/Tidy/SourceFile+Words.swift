extension String {
    /// The words of a camel-case name, in lower case.
    var wordsOfCamelCase: String {
        let characters = Array(self)
        var text = ""
        for (place, character) in characters.enumerated() {
            let isInAbbreviation = place == 0 || characters[place - 1].isUppercase || characters[place - 1].isNumber
            let beginsWord = place + 1 < characters.count && characters[place + 1].isLowercase
            if place > 0, character.isUppercase, !isInAbbreviation || beginsWord { text += " " }
            text += character.lowercased()
        }
        return text
    }

    /// Whether `phrase` stands in the text with no letter before or after it.
    func containsWords(_ phrase: String) -> Bool {
        var rest = self[...]
        while let range = rest.range(of: phrase) {
            let before = range.lowerBound == startIndex ? " " : self[index(before: range.lowerBound)]
            let after = range.upperBound == endIndex ? " " : self[range.upperBound]
            if !before.isLetter, !after.isLetter || phrase.hasSuffix(" ") { return true }
            rest = self[range.upperBound...]
        }
        return false
    }
}

extension SourceFile {
    /// Types that the file declares.
    var declaredTypes: [String] {
        lines.compactMap { line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" && $0 != "/" && $0 != "\"" }
            guard let place = words.firstIndex(where: { Self.typeKeywords.contains(String($0)) }),
                place + 1 < words.count, words[..<place].allSatisfy({ Self.modifiers.contains(String($0)) }),
                words[place + 1].first?.isUppercase == true
            else { return nil }
            return String(words[place + 1])
        }
    }

    private static let typeKeywords: Set = ["struct", "enum", "class", "actor", "protocol"]
    private static let modifiers: Set = [
        "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
        "@usableFromInline", "@frozen",
    ]

    /// Comments with their line numbers, from 1.
    var comments: [(number: Int, text: String)] {
        lines.enumerated().compactMap { index, line in
            guard let start = line.range(of: "// ") ?? line.range(of: "/// ") else { return nil }
            return (index + 1, String(line[start.upperBound...]))
        }
    }

    /// Names of suites, and of functions marked as tests, with their line numbers, from 1.
    var testNames: [(number: Int, name: String, isSuite: Bool)] {
        var found: [(Int, String, Bool)] = []
        var (isMarked, isSuite) = (false, false)
        for (index, line) in lines.enumerated() {
            isSuite = isSuite || line.contains("@Suite")
            isMarked = isMarked || isSuite || line.contains("@Test")
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }.map(String.init)
            guard isMarked,
                let place = words.firstIndex(where: { ["func", "struct", "enum", "class"].contains($0) }),
                place + 1 < words.count
            else { continue }
            found.append((index + 1, words[place + 1], isSuite))
            (isMarked, isSuite) = (false, false)
        }
        return found
    }

    /// The first lines of doc comments.
    var docCommentStarts: [(number: Int, text: String)] {
        lines.indices.compactMap { index in
            let line = lines[index].drop { $0 == " " }
            guard line.hasPrefix("/// "), index == 0 || !lines[index - 1].drop(while: { $0 == " " }).hasPrefix("///")
            else { return nil }
            return (index + 1, String(line.dropFirst(4)))
        }
    }
}
