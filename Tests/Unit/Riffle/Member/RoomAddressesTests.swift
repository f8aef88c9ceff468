import ArgumentParser
import Testing
import WebSocketLoop

@testable import riffle

/// The order in which the addresses of a room are tried.
@Suite struct RoomAddressesTests {
    private let urls = ["ws://one:1/rooms/a", "ws://two:2/rooms/a"]

    private func addresses(_ lookup: @escaping RoomAddresses.Lookup) throws -> RoomAddresses {
        RoomAddresses(try urls.map { try Endpoint(url: $0) }, lookup: lookup)
    }

    private func next(_ count: Int, of addresses: inout RoomAddresses) -> [String] {
        (0..<count).map { _ in addresses.advance().endpoint.description }
    }

    @Test func eachAddressOfEachHostIsTriedInTurn() throws {
        var addresses = try addresses { $0 == "one" ? ["10.0.0.1", "10.0.0.2"] : ["10.0.0.9"] }
        let round = ["one:1 (10.0.0.1)", "one:1 (10.0.0.2)", "two:2 (10.0.0.9)"]
        #expect(next(6, of: &addresses) == round + round)
        #expect(addresses.count == 3 && addresses.current.description == round[2])
    }

    /// A lookup may take long, and an address that works does not wait for it.
    @Test func hostsAreLookedUpOnceARoundInTheirTurn() throws {
        var lookups = 0
        var addresses = try addresses { host in
            lookups += 1
            return lookups <= 2 ? [host == "one" ? "10.0.0.1" : "10.0.0.2"] : ["10.0.0.\(lookups)"]
        }
        #expect(next(1, of: &addresses) == ["one:1 (10.0.0.1)"] && lookups == 1 && addresses.count == 2)
        #expect(next(1, of: &addresses) == ["two:2 (10.0.0.2)"] && lookups == 2)
        #expect(next(2, of: &addresses) == ["one:1 (10.0.0.3)", "two:2 (10.0.0.4)"] && lookups == 4)
    }

    @Test func aHostWithoutAnAddressFailsInItsTurn() throws {
        var addresses = try addresses { host throws(HostAddresses.LookupFailure) in
            guard host == "two" else { throw HostAddresses.LookupFailure("no such host: \(host)") }
            return ["10.0.0.2"]
        }
        let first = addresses.advance()
        #expect(first.failure?.description == "no such host: one" && addresses.count == 2)
        #expect(addresses.advance().failure == nil)
    }

    @Test func aNumericAddressIsNotNamedTwice() throws {
        var addresses = RoomAddresses([try Endpoint(url: "ws://127.0.0.1:7/rooms/a")])
        #expect(next(2, of: &addresses) == ["127.0.0.1:7", "127.0.0.1:7"])
    }

    @Test func allURLsNameOneRoom() throws {
        let addresses = try RoomAddresses.parse(["ws://one/rooms/a", "wss://two/some/rooms/a?x=1"])
        #expect(addresses.room == "a")
        let error = #expect(throws: ValidationError.self) {
            try RoomAddresses.parse(["ws://one/rooms/a", "ws://two/rooms/a", "ws://two/rooms/b"])
        }
        #expect(
            error?.message == "expected the room a, got b, at ws://two/rooms/b: all URLs are addresses of one room")
        #expect(throws: ValidationError.self) { try RoomAddresses.parse([]) }
        #expect(throws: ValidationError.self) { try RoomAddresses.parse(["ws://one/rooms/a", "two"]) }
    }

    @Test func anotherAddressIsTold() throws {
        let (one, two) = (try Endpoint(url: urls[0]), try Endpoint(url: urls[1]))
        #expect(!one.at("10.0.0.1").isElsewhere(than: one), "the first address is the one that was asked for")
        #expect(two.at("10.0.0.1").isElsewhere(than: one))
        #expect(one.at("10.0.0.2").isElsewhere(than: one.at("10.0.0.1")))
        #expect(!one.at("10.0.0.1").isElsewhere(than: one.at("10.0.0.1")))
    }
}
