/// Joins the fragments of one connection's messages and checks their length and text.
struct MessageAssembler {
    enum Outcome: Equatable {
        /// More fragments follow.
        case incomplete
        /// The piece is the whole message.
        case piece
        /// The message, joined.
        case joined([UInt8])
        case tooLong
        case invalidText
    }

    private var fragments: [UInt8] = []

    /// Adds a piece of a message.
    ///
    /// - Parameters:
    ///   - remaining: bytes of the current frame that have not arrived yet.
    ///   - isFinal: whether the message ends with this piece.
    ///   - limit: the most bytes of a message.
    mutating func add(
        _ piece: UnsafeRawBufferPointer, remaining: Int, isFinal: Bool, isBinary: Bool, limit: Int
    ) -> Outcome {
        let total = fragments.count + piece.count
        guard total <= limit, remaining <= limit - total else { return .tooLong }
        guard isFinal else {
            fragments.append(contentsOf: piece)
            return .incomplete
        }
        guard !fragments.isEmpty else { return .piece }
        var message: [UInt8] = []
        swap(&message, &fragments)
        message.append(contentsOf: piece)
        // The library does not see a character that is cut off before an empty last fragment.
        guard isBinary || String(validating: message, as: UTF8.self) != nil else { return .invalidText }
        return .joined(message)
    }
}
