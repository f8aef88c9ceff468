import CWebSockets

/// One encoded message, or a ping, with the library's headroom in front, written to any number of connections of one loop.
///
/// The server role writes straight from here: the frame header goes into the headroom, the same bytes every time.
/// The client role masks in place, so it copies into the loop's scratch first and leaves this buffer as it was.
/// Not Sendable: two loops must not write headers into one headroom; give each loop its own packet.
package final class Packet {
    /// Opcodes of RFC 6455 §5.2.
    package enum PacketKind: UInt8, Sendable {
        case text = 1
        /// Any bytes.
        case binary = 2
        case ping = 9
    }

    /// Bytes of the message, up to `maximumCount`.
    package let count: Int
    package let kind: PacketKind
    private let storage: UnsafeMutableRawPointer

    static let headroom = riffle_ws_headroom()
    /// One write of the library takes an `int`; a gibibyte is far beyond any limit here.
    package static let maximumCount = 1 << 30

    /// - Parameter fill: gets exactly `count` uninitialised bytes and fills them all, with UTF-8 if it is text.
    package init(count: Int, kind: PacketKind = .text, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        precondition(count >= 0 && count < Self.maximumCount, "A packet holds less than a gibibyte.")
        self.count = count
        self.kind = kind
        storage = .allocate(byteCount: Self.headroom + count, alignment: 16)
        fill(UnsafeMutableRawBufferPointer(start: storage + Self.headroom, count: count))
        writeHeader()
    }

    /// A copy of `bytes`, which are UTF-8, as text.
    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// A ping. It has a payload, as the library does not report pongs that are empty.
    static func ping() -> Packet {
        Packet(count: 4, kind: .ping) { $0.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "?")) }
    }

    deinit {
        storage.deallocate()
    }

    /// The packet as a server's frame: final, unmasked, with its length (RFC 6455 §5.2). The library puts the same bytes
    /// into the headroom. Lives as long as the packet.
    var frame: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: payload - headerCount, count: headerCount + count)
    }

    private var headerCount: Int { count < 126 ? 2 : count < 65_536 ? 4 : 10 }

    private func writeHeader() {
        let header = UnsafeMutableRawBufferPointer(start: payload - headerCount, count: headerCount)
        header[0] = 0x80 | kind.rawValue
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
