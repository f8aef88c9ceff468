import PagingEngine
import PagingRoom
import Testing

@testable import riffle

extension EndToEnd {
    @Suite struct LateJoinerTests {
        /// Longer than a join takes on any machine; a jump ends the flight before its time.
        private static let flight: Int64 = 60_000

        @Test(arguments: loops) func aMemberJoiningDuringAnimationIsAtTheSamePosition(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let (ann, ben) = try (fixture.join("ann", role: .presenter), fixture.join("ben"))
                let start = try ann.achieve(.configure(.slow(milliseconds: Self.flight)))
                try ben.achieve(.step(.forward, from: PageIndex(0)))
                let early = try ben.wait("the flight") { !$0.events(after: start).animations.isEmpty }
                let joiner = try fixture.join("late", role: .viewer)
                let late = try joiner.wait("the clock") { $0.clock?.roundTripMilliseconds != nil }
                let first = try #require(early.replica)
                let second = try #require(late.replica)
                let animation = try #require(early.events(after: start).animations.first)
                #expect(second.phase == .settling(animation), "the joiner knows the whole movement")
                // An earlier member knows the same, apart from the position the pager had when it was last told.
                var known = try #require(try ann.wait("the joiner") { $0.sees("late", away: false) }.replica)
                known.position = second.position
                #expect(known == second)
                for permille in Int64(0)...1_000 where permille % 50 == 0 {
                    let moment = animation.start.advanced(byMilliseconds: Self.flight * permille / 1_000)
                    let distance = first.position(at: moment) - second.position(at: moment)
                    #expect(abs(distance.units) <= 1, "at \(permille) ‰")
                }
                // Its clock is right to half a round trip, so what it draws at a moment is what the others draw then.
                for observation in [early, late] {
                    let own = ClientLoop.now
                    let time = try #require(observation.clock?.time(at: own))
                    let roundTrip = try #require(observation.clock?.roundTripMilliseconds)
                    #expect(abs(time.milliseconds(since: own)) <= roundTrip / 2 + 1)
                }
                let end = try ann.achieve(.jump(PageIndex(5), animated: false))
                let seen = try expectInStep([ann, ben], since: end)
                #expect(
                    seen.words(after: start) == ["target", "animation", "interrupted", "target", "selected", "shift"])
            }
        }

        @Test(arguments: loops) func aMemberJoiningDuringADragSeesIt(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let ann = try fixture.join("ann")
                try ann.achieve(.dragBegan(DragID(1), viewport: nil))
                let place = Position(units: 20_000)
                ann.send(.dragMoved(DragID(1), by: Distance(units: 20_000)))
                try ann.wait("the hand") { $0.replica?.position == place }
                let late = try fixture.join("late", role: .viewer)
                let replica = try #require(late.now.replica)
                #expect(replica.position == place)
                #expect(replica.phase.name == .dragging)
                let end = try ann.achieve(.dragEnded(DragID(1), by: Distance(units: 20_000), velocity: .zero))
                let rest = try late.wait("rest") { $0.isAtRest && $0.sequence > end }
                #expect(try expectInStep([ann, late], since: rest.sequence).replica?.settled == PageIndex(0))
            }
        }
    }
}
