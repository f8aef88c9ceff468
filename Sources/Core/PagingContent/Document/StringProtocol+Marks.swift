extension StringProtocol where SubSequence == Substring {
    /// Whether `mark`, such as `-->`, is in the text.
    func contains(mark: String) -> Bool { firstRange(ofMark: mark) != nil }

    /// The place of the first `mark`, such as `-->`; nil without one.
    ///
    /// Only lines with its bytes are searched by characters, which takes many times as long: every line of a deck is asked for several
    /// marks, and few have one. Each mark must be ASCII without letters that other characters are equivalent to, as U+212A is to `K`.
    func firstRange(ofMark mark: String) -> Range<Index>? {
        hasBytes(of: mark.utf8) ? self[...].firstRange(of: mark) : nil
    }

    private func hasBytes(of mark: String.UTF8View) -> Bool {
        var rest = utf8[...]
        while let place = rest.firstIndex(of: mark[mark.startIndex]) {
            rest = rest[place...]
            if rest.starts(with: mark) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
