import JSONCodec
import PagingRoom

extension Request {
    /// Bytes of a message besides the pages.
    private static let spareBytes = 4_096

    /// The reason why the pages of a deck do not fit into one message of `limit` bytes; nil where they do. A server closes the
    /// connection when a message is too large, so it is not sent. Quotation marks and line ends take more bytes in the message
    /// than in the file.
    func objection(limit: Int?) -> String? {
        guard let limit else { return nil }
        var bytes: [UInt8] = []
        ClientMessageWriter.encode(.request(RequestID(1), self), into: &bytes)
        guard bytes.count > limit - Request.spareBytes else { return nil }
        let length = "the deck takes \(bytes.count) bytes in a message, this server accepts at most \(limit)"
        return length + "; the pages stay as they were"
    }
}
