/// A line with nothing but an image, `![words](address)`, and perhaps attributes in braces behind it.
struct PictureLine {
    private(set) var words: String
    let address: String
    private(set) var attributes: String
    /// Whether it is meant to stand behind the text: `bg` of Marp.
    private(set) var isBackground = false

    /// Nil for any other line.
    init?(_ line: Substring) {
        let text = line.trimmed
        guard text.hasPrefix("!["), let middle = text.firstRange(of: "]("),
            let end = text[middle.upperBound...].firstIndex(of: ")")
        else { return nil }
        let rest = text[text.index(after: end)...]
        guard rest.isEmpty || rest.hasPrefix("{") && rest.hasSuffix("}") && rest.count >= 2 else { return nil }
        words = String(text[text.index(text.startIndex, offsetBy: 2)..<middle.lowerBound])
        address = String(text[middle.upperBound..<end])
        attributes = String(rest.dropFirst().dropLast())
        guard !address.isEmpty, !words.contains("[") else { return nil }
    }

    /// The line in Riffle's own form.
    var text: String { "![\(words)](\(address))" + (attributes.isEmpty ? "" : "{\(attributes)}") }

    /// The words in place of the picture.
    var alternative: String { PictureAttributes.taken(fromAlternative: words).alternative }

    /// Takes the words that Marp and Deckset give a meaning out of the alternative text, and returns those without a meaning
    /// here.
    mutating func takeWishes() -> [String] {
        var ignored: [String] = []
        var rest: [Substring] = []
        for word in words.split(separator: " ") {
            switch word {
            case "bg": isBackground = true
            case "fit", "inline", "contain", "auto", "cover", "original": continue
            case "left", "right", "vertical", "filtered", "corner-radius", "fill": ignored.append(String(word))
            case "100%": continue
            case _ where PictureLine.percent(word) != nil:
                attributes = "width=\(PictureLine.percent(word) ?? 100)%"
            case _ where ["w:", "h:", "width:", "height:", "left:", "right:"].contains { word.hasPrefix($0) }:
                ignored.append(String(word))
            default: rest.append(word)
            }
        }
        words = rest.joined(separator: " ")
        return ignored
    }

    mutating func makeBackground() { isBackground = true }

    mutating func makeFull() { attributes = "full" }

    /// `50%`, `w:50%` or `width:50%`.
    private static func percent(_ word: Substring) -> Int? {
        let value = ["width:", "w:"].reduce(word) { $0.hasPrefix($1) ? $0.dropFirst($1.count) : $0 }
        guard value.last == "%", let percent = Int(value.dropLast()), (1..<100).contains(percent) else { return nil }
        return percent
    }
}
