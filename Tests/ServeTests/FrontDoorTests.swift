import SocketLoop
import Testing

@testable import riffle

/// What is limited at the door when nobody says anything.
@Suite struct FrontDoorTests {
    @Test func strangersAreLimitedAndLoopbackIsNot() {
        let open = FrontDoor.limits(isLoopback: false)
        #expect(
            open
                == Turnstile.Limits(
                    connections: 16_000, connectionsPerAddress: 1_000, connectionsPerSecond: 1_000, handshakes: 4_096))
        #expect(FrontDoor.limits(isLoopback: true) == Turnstile.Limits(connections: 16_000))
    }
}
