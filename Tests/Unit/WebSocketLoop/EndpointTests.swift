import Testing

@testable import WebSocketLoop

extension SocketLoopTests {
    @Suite struct Endpoints {
        @Test(arguments: [
            ("ws://localhost:8080/rooms/a", "localhost", 8_080, "/rooms/a"),
            ("ws://localhost", "localhost", 80, "/"),
            ("WS://h:1?x=1", "h", 1, "/?x=1"),
            ("ws://[::1]:9/a", "::1", 9, "/a"),
            ("ws://[::1]", "::1", 80, "/"),
            ("wss://a.example/x", "a.example", 443, "/x"),
            ("WSS://127.0.0.1:7420", "127.0.0.1", 7_420, "/"),
        ])
        func reads(url: String, host: String, port: UInt16, path: String) throws {
            let endpoint = try Endpoint(url: url)
            let isSecure = url.lowercased().hasPrefix("wss")
            #expect(endpoint == Endpoint(host: host, port: port, path: path, isSecure: isSecure))
        }

        @Test(arguments: [
            "localhost:8080", "http://a/", "wss://[::1]/", "ws://", "ws:///a", "ws://a:0/", "ws://a:65536/", "ws://a:/",
            "ws://a:+1/", "ws://a b/", "ws://u@a/", "ws://[::1/", "ws://[::1]x/", "ws://a/#f", "ws://a/\r\nX: y",
        ])
        func refuses(url: String) {
            #expect(throws: SocketLoopError.self) { try Endpoint(url: url) }
        }
    }
}
