/// Text nobody can guess, from the system's generator.
enum Secret {
    /// Twice as many lower-case hexadecimal digits as `bytes`.
    static func make(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<(bytes + 7) / 8).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return String(words.joined().prefix(2 * bytes))
    }
}
