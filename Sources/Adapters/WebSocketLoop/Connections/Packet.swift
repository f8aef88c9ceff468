import CWebSockets

/// One encoded message with the library's headroom in front, written to any number of connections of one loop.
///
/// The server role writes straight from here: the frame header goes into the headroom, the same bytes every time.
/// The client role masks in place, so it copies into the loop's scratch first and leaves this buffer as it was.
/// Not Sendable: two loops must not write headers into one headroom; give each loop its own packet.
package final class Packet {
    /// Bytes of the message, up to `maximumCount`.
    package let count: Int
    /// Whether it goes out as a binary message, which may hold any bytes.
    package let isBinary: Bool
    private let storage: UnsafeMutableRawPointer

    static let headroom = riffle_ws_headroom()
    /// One write of the library takes an `int`; a gibibyte is far beyond any limit here.
    package static let maximumCount = 1 << 30

    /// - Parameter fill: gets exactly `count` uninitialised bytes and fills them all, with UTF-8 unless binary.
    package init(count: Int, isBinary: Bool = false, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        precondition(count >= 0 && count < Self.maximumCount, "A packet holds less than a gibibyte.")
        self.count = count
        self.isBinary = isBinary
        storage = .allocate(byteCount: Self.headroom + count, alignment: 16)
        fill(UnsafeMutableRawBufferPointer(start: storage + Self.headroom, count: count))
        writeHeader()
    }

    /// A copy of `bytes`, which are UTF-8, as text.
    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    deinit {
        storage.deallocate()
    }

    /// The message as a server's frame: final, unmasked, with its length (RFC 6455 §5.2). The library puts the same bytes
    /// into the headroom. Lives as long as the packet.
    var frame: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: payload - headerCount, count: headerCount + count)
    }

    private var headerCount: Int { count < 126 ? 2 : count < 65_536 ? 4 : 10 }

    private func writeHeader() {
        let header = UnsafeMutableRawBufferPointer(start: payload - headerCount, count: headerCount)
        header[0] = isBinary ? 0x82 : 0x81
        header[1] = count < 126 ? UInt8(count) : count < 65_536 ? 126 : 127
        for (place, index) in (2..<headerCount).reversed().enumerated() {
            header[index] = UInt8(truncatingIfNeeded: count >> (8 * place))
        }
    }

    /// The message, for this call only.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: storage + Self.headroom, count: count))
    }

    /// Where the payload begins; `headroom` bytes before it belong to the library. Lives as long as the packet.
    var payload: UnsafeMutablePointer<UInt8> {
        (storage + Self.headroom).assumingMemoryBound(to: UInt8.self)
    }
}
