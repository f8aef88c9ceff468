/// A line of a deck that stands for the text of another file.
package enum IncludeLine {
    /// The path in `<!-- include: other.md -->` (presenterm); nil for any other line.
    package static func path(in text: String) -> String? {
        // More blanks make indented code, or code in a list.
        guard text.prefix(4) != "    ", text.first != "\t" else { return nil }
        let text = text[...].trimmed
        guard text.hasPrefix("<!--"), text.hasSuffix("-->"), text.utf8.count >= 7 else { return nil }
        let inside = text.dropFirst(4).dropLast(3).trimmed
        guard inside.hasPrefix("include:") else { return nil }
        return inside.dropFirst(8).trimmed
    }

    /// The path in `src: ./other.md` (Slidev), a setting of a page; nil for any other line.
    package static func source(in text: String) -> String? {
        guard let setting = SourceLine(number: 1, text: text[...]).setting, setting.key == "src" else { return nil }
        return setting.value
    }

    /// Whether a line may stand among the settings of a page.
    package static func isSetting(_ text: String) -> Bool {
        let line = SourceLine(number: 1, text: text[...])
        return line.isSettingOrNested && !line.isBlank
    }

    /// The lines of an included file without its front matter.
    package static func body(of lines: [DeckLine]) -> ArraySlice<DeckLine> {
        guard lines.first?.text == "---", let end = lines.dropFirst().firstIndex(where: { $0.text == "---" }),
            lines[1..<end].allSatisfy({ SourceLine(number: 1, text: $0.text[...]).isSettingOrNested })
        else { return lines[...] }
        return lines[(end + 1)...]
    }

    /// Why a path cannot be included; nil for one below the folder of its deck.
    package static func objection(to path: String) -> String? {
        if path.isEmpty { return "expected the path of a file, got nothing" }
        if path.hasPrefix("/") || path.hasPrefix("~") {
            return "expected a path within the deck's folder, got `\(path)`; absolute paths are not included"
        }
        if path.split(separator: "/").contains("..") {
            return "expected a path within the deck's folder, got `\(path)`; `..` is not included"
        }
        return nil
    }
}
