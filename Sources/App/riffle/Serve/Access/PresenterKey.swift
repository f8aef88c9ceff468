/// The word that makes its bearer a presenter in rooms without tokens. A client gives it in place of a token.
enum PresenterKey {
    private static let randomBytes = 8
    private static let lengths = 8...128

    /// A new key, long enough that nobody guesses it over the network.
    static func make() -> String { Secret.make(bytes: randomBytes) }

    /// Reads the only word of the file at `path`.
    static func read(_ path: String) throws(FileError) -> String {
        let words = try TextFile.read(path).split(whereSeparator: \.isWhitespace)
        guard words.count == 1, lengths.contains(words[0].utf8.count),
            words[0].utf8.allSatisfy({ (0x21..<0x7f).contains($0) })
        else {
            throw FileError(
                path, "expected one word of \(lengths.lowerBound) to \(lengths.upperBound) visible characters as key",
                .content)
        }
        return String(words[0])
    }
}
