import Testing

@testable import WebSocketLoop

/// The PROXY header of both versions, from honest proxies and from others.
@Suite struct ProxyHeaderTests {
    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10]
    private static let ports: [UInt8] = [0x30, 0x39, 0x01, 0xbb]

    private static func binary(_ command: UInt8, _ family: UInt8, _ payload: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? payload.count
        return signature + [command, family, UInt8(length >> 8), UInt8(length & 255)] + payload
    }

    private static func header(_ text: String) -> ProxyHeader { ProxyHeader(Array(text.utf8)) }

    private static let valid: [([UInt8], String?)] = [
        (Array("PROXY TCP4 198.51.100.7 10.0.0.1 56324 443\r\n".utf8), "198.51.100.7"),
        (Array("PROXY TCP6 2001:db8::7 2001:db8::1 56324 443\r\n".utf8), "2001:db8::7"),
        (Array("PROXY UNKNOWN\r\n".utf8), nil),
        (Array("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n".utf8), nil),
        (binary(0x21, 0x11, [198, 51, 100, 7, 10, 0, 0, 1] + ports), "198.51.100.7"),
        (binary(0x21, 0x11, [198, 51, 100, 7, 10, 0, 0, 1] + ports + [3, 0, 4, 1, 2, 3, 4]), "198.51.100.7"),
        (binary(0x21, 0x21, [0x20, 1, 0xd, 0xb8] + Array(repeating: 0, count: 28) + ports), "2001:db8::"),
        (
            binary(
                0x21, 0x21,
                Array(repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1]
                    + Array(repeating: 0, count: 16) + ports), "192.0.2.1"
        ),
        (binary(0x20, 0x00, []), nil), (binary(0x20, 0x11, [1, 2, 3]), nil), (binary(0x21, 0x00, []), nil),
        (binary(0x21, 0x31, Array(repeating: 1, count: 216)), nil),
    ]

    @Test(arguments: valid) func aHeaderNamesTheClient(bytes: [UInt8], client: String?) {
        let expected = ProxyHeader.complete(client: client.flatMap { IPAddress($0) }, length: bytes.count)
        #expect(ProxyHeader(bytes) == expected)
        #expect(ProxyHeader(bytes + Array("GET / HTTP/1.1".utf8)) == expected, "what follows stays")
        for count in 0..<bytes.count { #expect(ProxyHeader(bytes.prefix(count)) == .incomplete, "\(count) bytes") }
    }

    private static let hostile: [[UInt8]] =
        [
            "GET / HTTP/1.1\r\n", "proxy TCP4 1.2.3.4 1.2.3.4 1 2\r\n", "PROXY\r\n", "PROXY \r\n", "PROXY  TCP4\r\n",
            "PROXY TCP4\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n",
            "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 65536\r\n",
            "PROXY TCP4 1.2.3.4 1.2.3.4 -1 2\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n",
            "PROXY TCP4 1.2.3.256 1.2.3.4 1 2\r\n", "PROXY TCP4 ::1 ::1 1 2\r\n", "PROXY TCP6 1.2.3.4 ::1 1 2\r\n",
            "PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n", "PROXY TCP4 1.2.3.4\u{0} 1.2.3.4 1 2\r\n",
            "PROXY TCP5 1.2.3.4 1.2.3.4 1 2\r\n", "PROXY TCP4 localhost 1.2.3.4 1 2\r\n",
            "PROXY UNKNOWN " + String(repeating: "x", count: 92) + "\r\n",
            "PROXY " + String(repeating: "x", count: 5_000),
        ].map { Array($0.utf8) }
        + [
            [0], [13, 10, 13, 10, 1], binary(0x11, 0x11, [198, 51, 100, 7, 10, 0, 0, 1] + ports),
            binary(0x2f, 0x11, [198, 51, 100, 7, 10, 0, 0, 1] + ports),
            binary(0x21, 0x12, [198, 51, 100, 7, 10, 0, 0, 1] + ports), binary(0x21, 0xf1, []),
            binary(0x21, 0x1f, []), binary(0x21, 0x11, [198, 51, 100, 7]), binary(0x21, 0x21, [198, 51, 100, 7]),
            binary(0x21, 0x11, [], length: 65_535), binary(0x20, 0x00, [], length: 2_033),
        ]

    @Test(arguments: hostile) func anythingElseIsMalformed(bytes: [UInt8]) {
        guard case .malformed = ProxyHeader(bytes) else {
            Issue.record("\(ProxyHeader(bytes)) for \(String(decoding: bytes, as: UTF8.self).debugDescription)")
            return
        }
    }

    /// Random changes of valid headers never end in a client that the bytes do not name, and never outside the bytes.
    @Test func randomChangesAreHarmless() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = Self.valid.randomElement(using: &generator)?.0 ?? []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            bytes = Array(bytes.prefix(.random(in: 0...bytes.count, using: &generator)))
            if case .complete(_, let length) = ProxyHeader(bytes) { #expect(length <= bytes.count) }
        }
    }
}
