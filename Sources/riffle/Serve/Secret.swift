/// Text nobody can guess, from the system's generator.
enum Secret {
    /// Twice as many lower-case hexadecimal digits as `bytes`.
    static func make(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<bytes).reduce(into: "") { text, _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
