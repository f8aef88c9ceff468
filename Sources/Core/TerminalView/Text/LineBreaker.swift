/// Breaks a run of glyphs into lines: between words, on either side of a wide character, and within a word only where
/// it fits on no line.
struct LineBreaker {
    let columns: Int

    /// The lines of a text with forced breaks between its pieces; at least one line to each.
    func lines(_ pieces: [[Glyph]]) -> [[Glyph]] { pieces.flatMap(lines) }

    private func lines(_ piece: [Glyph]) -> [[Glyph]] {
        var lines: [[Glyph]] = []
        var line: [Glyph] = []
        var used = 0
        // The index in `line` where the next line may begin.
        var opportunity: Int?
        for glyph in piece {
            if glyph.isBreak {
                guard !line.isEmpty else { continue }
                line.append(glyph)
                used += glyph.columns
                opportunity = line.count
                continue
            }
            if let last = line.last, LineBreaker.mayBreak(between: last, and: glyph) { opportunity = line.count }
            while used + glyph.columns > columns, !line.isEmpty {
                let end = opportunity ?? line.count
                lines.append(Array(line[..<end]).trimmed)
                line = Array(line[end...])
                used = line.columns
                opportunity = nil
            }
            line.append(glyph)
            used += glyph.columns
        }
        return lines + [line.trimmed]
    }

    /// No line begins with these: punctuation of both widths, and marks that belong to the sound before them.
    private static let closing = Set<Character>(
        "、。」』】〉》ー々,.!?:;)]\u{FF0C}\u{FF0E}\u{FF01}\u{FF1F}\u{FF1A}\u{FF1B}\u{FF09}")
    /// No line ends with these.
    private static let opening = Set<Character>("「『【〈《([\u{FF08}")

    private static func mayBreak(between left: Glyph, and right: Glyph) -> Bool {
        guard !left.isBlank, left.columns == 2 || right.columns == 2 else { return false }
        let isDecoration = left.number == nil || right.number == nil
        return !isDecoration && !closing.contains(right.character) && !opening.contains(left.character)
    }
}
