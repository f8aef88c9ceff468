import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
    @Suite struct ControlStateTests {
        private let bob = MemberID(2)
        private let cy = MemberID(3)
        private let roster = PartTests.roster(.presenter, .member, .member)
        private var state = ControlState(Control(policy: .baton))

        @Test mutating func aFreeBatonIsGrantedAtOnceAndAHeldOneInTurn() throws {
            let holds1 = try state.perform(.request, by: bob, as: .member, in: roster, at: PartTests.at(0))
            #expect(holds1)
            let holds2 = try state.perform(.request, by: cy, as: .member, in: roster, at: PartTests.at(1))
            #expect(holds2)
            #expect(state.published.holder == bob && state.published.asked == [cy])
            let holds3 = try state.perform(.release, by: bob, as: .member, in: roster, at: PartTests.at(2))
            #expect(holds3)
            #expect(state.published.holder == cy && state.published.asked.isEmpty)
            #expect(state.published.grant == FencingToken(2))
        }

        @Test mutating func aRefusedActionChangesNothing() {
            let before = state.published
            #expect(throws: Refusal.self) {
                try state.perform(.release, by: bob, as: .member, in: roster, at: PartTests.at(0))
            }
            #expect(throws: Refusal.self) {
                try state.perform(.grant(to: cy), by: bob, as: .member, in: roster, at: PartTests.at(0))
            }
            #expect(state.published == before && state.leaseEndsAt == nil)
        }

        @Test mutating func aMoveNeedsTheBatonAndItsToken() throws {
            _ = try state.perform(.request, by: bob, as: .member, in: roster, at: PartTests.at(0))
            #expect(throws: Never.self) {
                try state.checkMove(of: bob, as: .member, token: FencingToken(1), in: roster)
            }
            #expect(throws: Refusal(.forbidden, "the baton has passed on: grant 1, yours is 0")) {
                try state.checkMove(of: bob, as: .member, token: FencingToken(0), in: roster)
            }
            #expect(throws: Refusal(.forbidden, "member-2 has the baton")) {
                try state.checkMove(of: cy, as: .member, token: nil, in: roster)
            }
        }

        @Test mutating func aRenewalIsPublishedInTheSecondHalfOfTheLease() throws {
            _ = try state.perform(.request, by: bob, as: .member, in: roster, at: PartTests.at(0))
            let holds4 = !state.renewLease(of: bob, at: PartTests.at(10_000))
            #expect(holds4)
            #expect(state.leaseEndsAt == PartTests.at(40_000) && state.published.until == PartTests.at(30_000))
            let holds5 = state.renewLease(of: bob, at: PartTests.at(15_001))
            #expect(holds5)
            #expect(state.published.until == PartTests.at(45_001))
            let holds6 = !state.renewLease(of: cy, at: PartTests.at(15_002))
            #expect(holds6)
        }
    }
}
