import Testing
import WebSocketLoop

@testable import riffle

/// The default limits for connections.
@Suite struct AccessPolicyTests {
    @Test func addressesAreLimitedExceptOnLoopback() {
        let open = AccessPolicy.limits(isLoopback: false)
        #expect(
            open
                == ConnectionLimiter.Limits(
                    connections: 16_000, connectionsPerAddress: 1_000, connectionsPerSecond: 1_000, handshakes: 4_096))
        #expect(AccessPolicy.limits(isLoopback: true) == ConnectionLimiter.Limits(connections: 16_000))
    }
}
