import Testing

@testable import WebSocketLoop

/// Addresses, ranges, and the client in `X-Forwarded-For`.
@Suite struct TrustedProxiesTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.255.254", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
        ("::2", false), ("::", false), ("0.0.0.0", false),
    ]) func loopbackIsAMatterOfTheAddress(text: String, isLoopback: Bool) throws {
        #expect(try #require(IPAddress(text)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "127.1", "127.0.0.1 ", "127.0.0.1.example.org", "127.example.org", "1.2.3.4.5", "0x7f.0.0.1", "fe80::1%lo",
        "[::1]", "1.2.3.4/8", "::1::", "127.0.0.1\u{0}",
    ]) func aNameIsNoAddress(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func aRangeHasTheAddressesWithItsBits() throws {
        func range(_ text: String) throws -> AddressRange { try #require(AddressRange(text)) }
        func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }
        #expect(try range("10.0.0.0/8").contains(address("10.255.0.1")))
        #expect(try !range("10.0.0.0/8").contains(address("11.0.0.1")))
        #expect(try range("192.0.2.128/25").contains(address("192.0.2.129")))
        #expect(try !range("192.0.2.128/25").contains(address("192.0.2.127")))
        #expect(try range("192.0.2.1").contains(address("::ffff:192.0.2.1")))
        #expect(try !range("192.0.2.1").contains(address("192.0.2.2")))
        #expect(try range("2001:db8::/32").contains(address("2001:db8:ffff::1")))
        #expect(try !range("2001:db8::/32").contains(address("2001:db9::1")))
        #expect(try range("0.0.0.0/0").contains(address("8.8.8.8")))
        #expect(try !range("0.0.0.0/0").contains(address("2001:db8::1")), "the two versions are apart")
        #expect(try range("::1/128").contains(address("::1")))
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "10.0.0.0/8/8", "::/129",
        "10.0.0.0/8 ", "name/8", "10/8",
    ]) func aBadRangeIsRefused(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(arguments: [
        (nil, "10.0.0.1"), ("", "10.0.0.1"), ("198.51.100.7", "198.51.100.7"),
        ("6.6.6.6, 198.51.100.7", "198.51.100.7"), ("6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("6.6.6.6,198.51.100.7\t,\t10.0.0.2 ", "198.51.100.7"), ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("198.51.100.7, unknown", "10.0.0.1"), ("198.51.100.7, unknown, 10.0.0.2", "10.0.0.2"),
        ("198.51.100.7,", "10.0.0.1"), ("198.51.100.7:5432", "198.51.100.7"), ("[2001:db8::7]:5432", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"), ("2001:db8::7", "2001:db8::7"), ("198.51.100.7:99999", "10.0.0.1"),
        ("198.51.100.7:", "10.0.0.1"), ("[198.51.100.7]", "10.0.0.1"), ("[::1", "10.0.0.1"), ("[]", "10.0.0.1"),
        ("\"198.51.100.7\"", "10.0.0.1"), ("::ffff:198.51.100.7", "198.51.100.7"),
    ]) func theClientIsTheLastAddressThatIsNoProxy(header: String?, client: String) throws {
        let proxies = TrustedProxies([try #require(AddressRange("10.0.0.0/8"))])
        let peer = try #require(IPAddress("10.0.0.1"))
        #expect(proxies.client(of: peer, forwardedFor: header).description == client)
    }

    @Test func nobodyElseIsBelieved() throws {
        let proxies = TrustedProxies([try #require(AddressRange("10.0.0.0/8"))])
        let peer = try #require(IPAddress("192.0.2.1"))
        #expect(proxies.client(of: peer, forwardedFor: "198.51.100.7") == peer)
        let many = String(repeating: "10.0.0.2,", count: 10_000) + "10.0.0.2"
        #expect(proxies.client(of: try #require(IPAddress("10.0.0.1")), forwardedFor: many).description == "10.0.0.2")
    }
}
