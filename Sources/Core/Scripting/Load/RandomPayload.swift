package import Support

/// Content of messages that stands for any other: random letters and digits, or random bytes.
package enum RandomPayload {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Letters and digits, as many as the amount says.
    package static func text(_ amount: RandomAmount, using random: inout SeedStream) -> String {
        let count = length(amount, using: &random)
        return String(decoding: bytes(count, using: &random).map { letters[Int($0 & 63)] }, as: UTF8.self)
    }

    /// Bytes, as many as the amount says.
    package static func bytes(_ amount: RandomAmount, using random: inout SeedStream) -> [UInt8] {
        bytes(length(amount, using: &random), using: &random)
    }

    private static func length(_ amount: RandomAmount, using random: inout SeedStream) -> Int {
        Int(min(max(0, amount.choose(using: &random)), Int64(ScriptLimits.messageBytes)))
    }

    private static func bytes(_ count: Int, using random: inout SeedStream) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            var eight = random.next()
            for _ in 0..<min(8, count - bytes.count) {
                bytes.append(UInt8(truncatingIfNeeded: eight))
                eight >>= 8
            }
        }
        return bytes
    }
}
