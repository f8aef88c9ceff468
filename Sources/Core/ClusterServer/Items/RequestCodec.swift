package import PagingWire

/// Bytes of requests, and back: they travel as clients write them. `decode` must take all that `encode` writes: a request may
/// be longer than the client wrote it, so limits of bytes belong to the edge.
package struct RequestCodec: Sendable {
    package let encode: @Sendable (ClientMessage) -> [UInt8]
    /// Nil where the bytes are no message.
    package let decode: @Sendable ([UInt8]) -> ClientMessage?

    package init(
        encode: @escaping @Sendable (ClientMessage) -> [UInt8], decode: @escaping @Sendable ([UInt8]) -> ClientMessage?
    ) {
        self.encode = encode
        self.decode = decode
    }
}
