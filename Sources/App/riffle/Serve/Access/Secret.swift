/// Unguessable text from the system's random generator.
enum Secret {
    /// Lower-case hexadecimal digits for `bytes` random bytes.
    static func make(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<(bytes + 7) / 8).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return String(words.joined().prefix(2 * bytes))
    }
}
