import Testing
import WebSocketLoop

@testable import riffle

@Suite struct ConnectionFailureTests {
    /// A lookup blocks the loop of the client, so a run of failures that are alike asks once.
    @Test func aRunOfFailuresLooksTheNameUpOnce() throws {
        let endpoint = try Endpoint(url: "ws://nohost.invalid/rooms/a")
        var lookups = 0
        func failure(_ reason: String, after last: ConnectionFailure?) -> ConnectionFailure {
            ConnectionFailure(reason, of: endpoint, after: last) { host in
                lookups += 1
                return reason == "no address" ? "no such host: \(host)" : nil
            }
        }
        var last: ConnectionFailure?
        for _ in 1...3 {
            last = failure("no address", after: last)
            #expect(last?.description == "no such host: nohost.invalid")
        }
        #expect(lookups == 1)
        last = failure("Unable to connect", after: last)
        #expect(last?.description == "Unable to connect" && lookups == 2, "another failure may be the name's")
        _ = failure("(HTTP 404)", after: last)
        #expect(lookups == 2, "somebody has answered")
    }
}
