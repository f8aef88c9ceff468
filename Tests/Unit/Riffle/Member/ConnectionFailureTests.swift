import Testing
import WebSocketLoop

@testable import riffle

@Suite struct ConnectionFailureTests {
    private func failure(_ reason: String, isOneOfMany: Bool = false) throws -> ConnectionFailure {
        let endpoint = try Endpoint(url: "ws://host:7420/rooms/a")
        return ConnectionFailure(reason, of: endpoint.at("10.0.0.1"), isOneOfMany: isOneOfMany)
    }

    @Test func theTextSaysWhatTheServerAnswered() throws {
        #expect(try failure("Unable to connect").description == "Unable to connect, at host:7420 (10.0.0.1)")
        let refused = try failure("HS: ws upgrade response not 101 (HTTP 503)")
        #expect(refused.description == "the server refused (HTTP 503), at host:7420 (10.0.0.1)" && !refused.isNotFound)
        let missing = try failure("HS: ws upgrade response not 101 (HTTP 404)")
        #expect(missing.description == "the server has no room at /rooms/a: expected ws://HOST:PORT/rooms/NAME")
        #expect(missing.isNotFound)
    }

    @Test func oneOfSeveralAddressesIsNamed() throws {
        let text = try failure("HS: ws upgrade response not 101 (HTTP 404)", isOneOfMany: true).description
        #expect(text.hasSuffix("/rooms/NAME, at host:7420 (10.0.0.1)"))
    }

    @Test func aHostWithoutAnAddressIsNoMissingRoom() {
        let failure = ConnectionFailure(HostAddresses.LookupFailure("no such host: a\u{1b}b"))
        #expect(!failure.isNotFound && !failure.description.contains("\u{1b}"))
    }
}
