import Platform
import Testing

@testable import riffle

/// The reasons for which a node takes no new members.
@Suite struct NodeStateTests {
    @Test(arguments: [
        (false, "this node has no lease"),
        (true, "this node hears no node that owns rooms, or does not know their time"),
    ])
    func aNodeTakesMembersWhileItServes(isEdge: Bool, reason: String) {
        let state = NodeState(isEdge: isEdge)
        #expect(state.trouble == "no connection to NATS yet")
        state.fabricTrouble = nil
        #expect(state.trouble == reason)
        state.servesUntil = BootClock.milliseconds + 3_600_000
        #expect(state.trouble == nil)
        state.fabricTrouble = "no connection to NATS"
        #expect(state.trouble == "no connection to NATS")
        (state.fabricTrouble, state.servesUntil) = (nil, BootClock.milliseconds)
        #expect(state.trouble == reason)
    }
}
