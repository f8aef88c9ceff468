/// The line that holds back the rest of a page until the next step.
package struct PauseLine {
    /// As it stands in the body of a page of `PageFormat.markdown`.
    package static let text = "<!-- pause -->"

    /// Whether `line` is a pause and nothing else: blanks around and inside it do not count.
    package static func isPause(_ line: Substring) -> Bool {
        let line = line.trimmed
        guard line.hasPrefix("<!--"), line.hasSuffix("-->"), line.utf8.count >= 7 else { return false }
        return line.dropFirst(4).dropLast(3).trimmed == "pause"
    }
}
