import Foundation
import Glibc
import TestPeers
import Testing

extension EndToEnd {
    /// The addresses of clients behind proxies, and who may present there.
    @Suite struct ProxyTests {
        private static let proxy: [UInt8] = [127, 0, 0, 7]
        private static let stranger: [UInt8] = [127, 0, 0, 8]

        private static func with(_ options: [String], _ play: (UInt16, RunningProgram) throws -> Void) throws {
            let words = ["serve", "--listen", "127.0.0.1:0", "--room", EndToEndFixture.numbers, "-v"]
            let program = try RunningProgram(arguments: words + options)
            defer { program.end() }
            let greeting = try program.nextLine()
            try play(try #require(greeting.split(separator: ":").last.flatMap { UInt16($0) }), program)
        }

        private static func client(
            _ port: UInt16, from source: [UInt8]? = nil, host: String? = nil, _ headers: [String] = [],
            preamble: [[UInt8]] = []
        ) throws -> RawClient {
            try RawClient(
                port: port, path: "/rooms/numbers", host: host, from: source, headers: headers, preamble: preamble)
        }

        private static func role(_ client: RawClient, _ fields: String = #""role":"presenter""#) throws -> String? {
            try client.join(fields).text("role")
        }

        @Test func theAddressInXForwardedForIsLimitedAndLogged() throws {
            let options = ["--trusted-proxy", "127.0.0.7", "--max-connections-per-address", "2"]
            try Self.with(options) { port, program in
                func status(_ forwarded: String, from source: [UInt8] = Self.proxy) throws -> (Int, RawClient) {
                    let client = try Self.client(port, from: source, ["X-Forwarded-For: \(forwarded)"])
                    return (client.status, client)
                }
                let first = try (0..<2).map { _ in try status("198.51.100.1") }
                #expect(first.map(\.0) == [101, 101])
                #expect(try status("198.51.100.1").0 == 429)
                #expect(try status("203.0.113.9, 198.51.100.1").0 == 429, "the client's own words do not count")
                let other = try status("198.51.100.2")
                #expect(other.0 == 101)
                let strangers = try (0..<2).map { try status("198.51.100.\($0 + 10)", from: Self.stranger) }
                #expect(strangers.map(\.0) == [101, 101])
                #expect(try status("198.51.100.12", from: Self.stranger).0 == 429, "no proxy: its own address counts")
                try program.waitForComplaint("from=198.51.100.1")
                try program.waitForComplaint("from=127.0.0.8")
                #expect(!program.complaints.contains("from=198.51.100.10"))
                withExtendedLifetime((first, other, strangers)) {}
            }
        }

        /// One client connects as fast as it can.
        @Test func oneClientOfAProxyLeavesTheRateToOthers() throws {
            try Self.with(["--trusted-proxy", "127.0.0.7", "--max-connection-rate", "100"]) { port, _ in
                func status(_ forwarded: String) throws -> Int {
                    try Self.client(port, from: Self.proxy, ["X-Forwarded-For: \(forwarded)"]).status
                }
                let flood = try (0..<300).map { _ in try status("198.51.100.1") }
                #expect(!flood.contains(503))
                for host in 0..<20 { #expect(try status("203.0.113.\(host)") == 101, "newcomer \(host)") }
            }
        }

        private static func version2(_ client: [UInt8]) -> [UInt8] {
            [13, 10, 13, 10, 0, 13, 10, 81, 85, 73, 84, 10, 0x21, 0x11, 0, 12] + client + [127, 0, 0, 1, 0, 1, 0, 2]
        }

        @Test func theAddressInAPROXYHeaderIsLimitedAndLogged() throws {
            let options = [
                "--trusted-proxy", "127.0.0.7", "--proxy-protocol", "--max-connections-per-address", "1",
            ]
            try Self.with(options) { port, program in
                let line = Array("PROXY TCP4 198.51.100.1 127.0.0.1 1000 2000\r\n".utf8)
                let first = try Self.client(port, from: Self.proxy, preamble: [line])
                #expect(first.status == 101)
                #expect(try Self.client(port, from: Self.proxy, preamble: [line]).status == 429)
                #expect(
                    try Self.client(port, from: Self.proxy, preamble: [Self.version2([198, 51, 100, 1])]).status == 429)
                let bytes = Self.version2([198, 51, 100, 2])
                let second = try Self.client(
                    port, from: Self.proxy, preamble: [Array(bytes[..<3]), Array(bytes[3..<20]), Array(bytes[20...])])
                #expect(second.status == 101, "a header in pieces")
                let health = try RawClient(
                    port: port, path: "/healthz", subprotocol: nil, upgrade: false, from: Self.proxy,
                    preamble: [Array("PROXY UNKNOWN\r\n".utf8)])
                #expect(health.status == 200)
                try program.waitForComplaint("from=198.51.100.1")
                try program.waitForComplaint("from=198.51.100.2")
                withExtendedLifetime((first, second)) {}
            }
        }

        @Test func aMalformedPROXYHeaderClosesTheConnection() throws {
            try Self.with(["--trusted-proxy", "127.0.0.7", "--proxy-protocol"]) { port, _ in
                for text in ["", "PROXY TCP4 1.2.3.4\r\n", "PROXY " + String(repeating: "x", count: 200)] {
                    let socket = try RawSocket(port: port, from: Self.proxy)
                    socket.write(Array((text + RawPeer.handshake(path: "/rooms/numbers")).utf8))
                    #expect(socket.read(before: WaitLimit.deadline) == [], "\(text)")
                }
                let half = try RawSocket(port: port, from: Self.proxy)
                half.write(Array("PROXY TCP4 198".utf8))
                #expect(half.read(before: WaitLimit.deadline) == [], "its time is up")
                #expect(try Self.client(port, from: Self.stranger).status == 101, "others need none")
            }
        }

        @Test func aPROXYHeaderFromAnotherAddressIsRefused() throws {
            let line = Array("PROXY TCP4 198.51.100.1 127.0.0.1 1000 2000\r\n".utf8)
            for options in [[], ["--trusted-proxy", "127.0.0.7", "--proxy-protocol"]] {
                try Self.with(options) { port, _ in
                    #expect(try Self.client(port, from: Self.stranger, preamble: [line]).status == 400)
                    let page = try RawClient(
                        port: port, path: "/healthz", subprotocol: nil, upgrade: false, from: Self.stranger,
                        preamble: [line])
                    #expect(page.status == 400)
                }
            }
        }

        @Test func nobodyBehindAProxyPresentsWithoutTheKey() throws {
            try Self.with(["--trusted-proxy", "127.0.0.7"]) { port, program in
                let word = try program.nextLine()
                #expect(word.hasPrefix("presenter key "))
                let key = String(word.dropFirst("presenter key ".count))
                let forwarded = ["X-Forwarded-For: 198.51.100.1"]
                #expect(try Self.role(Self.client(port, from: Self.proxy, forwarded)) == "member")
                #expect(try Self.role(Self.client(port)) == "member", "nor anybody else")
                let fields = #""role":"presenter","token":"\#(key)""#
                #expect(try Self.role(Self.client(port, from: Self.proxy, forwarded), fields) == "presenter")
                let wrong = try Self.client(port)
                wrong.send(#"{"type":"join","id":1,"role":"presenter","token":"0123456789abcdef"}"#)
                #expect(try wrong.end() == 4_102)
            }
        }

        /// A server on loopback that has not been told of its proxy.
        @Test func whoSeemsToComeThroughAProxyDoesNotPresent() throws {
            try Self.with([]) { port, program in
                #expect(try Self.role(Self.client(port)) == "presenter")
                let headers = [
                    "X-Forwarded-For: 198.51.100.1", "X-Forwarded-For:", "Forwarded: for=198.51.100.1",
                    "X-Real-IP: 198.51.100.1", "Via: 1.1 proxy",
                ]
                for header in headers { #expect(try Self.role(Self.client(port, [header])) == "member", "\(header)") }
                #expect(try Self.role(Self.client(port, host: "talk.example.org")) == "member")
                #expect(try Self.role(Self.client(port, host: "127.example.org")) == "member")
                #expect(try Self.role(Self.client(port, host: "localhost")) == "presenter")
                try program.waitForComplaint("no --secret-file")
            }
        }

        @Test func anOpenServerPrintsTheKeyOfItsPresenters() throws {
            let folder = try ScratchFolder()
            let words = ["serve", "--listen", "0.0.0.0:0", "--open", "--room", EndToEndFixture.numbers]
            let program = try RunningProgram(arguments: words)
            defer { program.end() }
            let port = try #require(try program.nextLine().split(separator: ":").last.flatMap { UInt16($0) })
            let word = try program.nextLine()
            #expect(word.hasPrefix("presenter key ") && word.utf8.count == 30)
            #expect(try Self.role(Self.client(port)) == "member")
            #expect(try Self.role(Self.client(port), #""role":"viewer""#) == "viewer")
            let key = word.dropFirst("presenter key ".count)
            let path = try folder.write(key + "\n", to: "key")
            let fields = #""role":"presenter","token":"\#(key)""#
            #expect(try Self.role(Self.client(port), fields) == "presenter")
            try program.waitForComplaint("no --secret-file")
            let second = try RunningProgram(arguments: words + ["--presenter-key-file", path])
            defer { second.end() }
            let other = try #require(try second.nextLine().split(separator: ":").last.flatMap { UInt16($0) })
            #expect(try Self.role(Self.client(other), fields) == "presenter", "the key of the file")
            _ = try folder.write("another-key\n", to: "key")
            second.signal(SIGHUP)
            try second.waitForComplaint("reloaded")
            let renewed = #""role":"presenter","token":"another-key""#
            try eventually("the new key") { try Self.role(Self.client(other), renewed) == "presenter" }
            _ = try folder.write("short\n", to: "key")
            second.signal(SIGHUP)
            try second.waitForComplaint("reload failed")
            #expect(try Self.role(Self.client(other), renewed) == "presenter", "the old key stays")
        }

        @Test func optionsThatHaveNoEffectAreRefused() throws {
            let words = ["serve", "--listen", "127.0.0.1:0", "--room", EndToEndFixture.numbers]
            for (options, complaint) in [
                (["--proxy-protocol"], "--trusted-proxy"), (["--trusted-proxy", "10.0.0.1/8"], "10.0.0.1/8"),
                (["--listen", "127.example.org:0"], "--open"),
            ] {
                let refused = try RunningProgram.run(words + options)
                #expect(refused.code == 64 && refused.complaints.contains(complaint), "\(refused)")
            }
        }
    }
}
