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

    /// Compares in a time that depends on the length of `given` only. An empty `secret` equals nothing.
    static func equals(_ given: some Swift.Sequence<UInt8>, _ secret: some Swift.Sequence<UInt8>) -> Bool {
        let (given, secret) = (Array(given), Array(secret))
        guard !secret.isEmpty else { return false }
        var difference = UInt8(given.count == secret.count ? 0 : 1)
        for (index, byte) in given.enumerated() { difference |= byte ^ secret[index % secret.count] }
        return difference == 0
    }
}
