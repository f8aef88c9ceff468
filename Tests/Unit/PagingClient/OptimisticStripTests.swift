import PagingEngine
import PagingRoom
import Testing

@testable import PagingClient

/// A dragged strip of tabs follows the pointer at once and never jumps, on connections of any speed.
@Suite struct OptimisticStripTests {
    private let id = DragID(1)
    private let tab = Position.unitsPerPage

    /// Draws the strip by `ways`, one millisecond each.
    private func draw(_ world: inout LaggingRoom, _ ways: [Int64]) {
        let start = world.replica.settled
        for way in ways {
            let place = Position(page: start) + Distance(units: way)
            world.strip.move(to: place)
            #expect(world.shownStrip == place, "it is under the hand at once")
            world.ask(.stripMoved(id, by: Distance(units: way)))
            world.tick()
            #expect(world.shownStrip == place, "and stays there")
        }
    }

    /// Milliseconds until all is at rest; no step of the strip on the way is longer than `most`.
    private func rest(_ world: inout LaggingRoom, most: Int64) -> (final: Position, farthest: Position, least: Position)
    {
        var (last, farthest, least) = (world.shownStrip, world.shownStrip, world.shownStrip)
        for _ in 0..<1_500 {
            world.tick()
            let shown = world.shownStrip
            #expect(abs((shown - last).units) <= most, "at \(world.now)")
            last = shown
            if shown > farthest { farthest = shown }
            if shown < least { least = shown }
        }
        #expect(world.replica.strip == nil && world.replica.isAtRest)
        #expect(!world.strip.isApart(at: world.now))
        #expect(last == world.known, "ends exactly on the authority")
        return (last, farthest, least)
    }

    @Test(arguments: [0, 1, 20, 80, 200] as [Int64])
    func itGoesFromThePointerToTheChosenTab(lag: Int64) {
        var world = LaggingRoom(.tabs, lag: lag)
        let hand = 2 * tab + tab / 4
        draw(&world, stride(from: tab / 8, through: hand, by: Int(tab) / 8).map { $0 })
        world.strip.release()
        world.ask(.stripEnded(id, by: Distance(units: hand)))
        let (final, farthest, least) = rest(&world, most: tab / 30)
        #expect(final == Position(page: PageIndex(2)))
        #expect(farthest <= Position(units: hand))
        #expect(least == final, "it does not go back with the pages and come again")
    }

    @Test(arguments: [0, 80] as [Int64])
    func aShortDragFallsBack(lag: Int64) {
        var world = LaggingRoom(.tabs, lag: lag)
        draw(&world, [tab / 8, tab / 4])
        world.strip.release()
        world.ask(.stripEnded(id, by: Distance(units: tab / 4)))
        #expect(rest(&world, most: tab / 30).final == Position(page: PageIndex(0)))
        draw(&world, [tab])
        world.strip.release()
        world.ask(.dragCancelled(id))
        #expect(rest(&world, most: tab / 30).final == Position(page: PageIndex(0)))
    }

    /// The room has no strip; the picture had moved already.
    @Test func aRefusalFadesOut() {
        var world = LaggingRoom(.threePage, lag: 50)
        draw(&world, [tab / 2])
        world.strip.release()
        world.ask(.stripEnded(id, by: Distance(units: tab / 2)))
        #expect(rest(&world, most: tab / 30).final == Position(page: PageIndex(0)))
    }

    /// A drag of another member is drawn at the room's position and blends into the animation in the same way.
    @Test func anothersDragIsTheRooms() {
        var world = LaggingRoom(.tabs, lag: 0)
        let bob = MemberID(2)
        for way in [tab / 2, tab, tab * 5 / 4] {
            world.ask(.stripMoved(id, by: Distance(units: way)), by: bob)
            for _ in 0..<40 { world.tick() }
            #expect(world.shownStrip == Position(units: way))
        }
        world.ask(.stripEnded(id, by: Distance(units: tab * 5 / 4)), by: bob)
        let (final, _, least) = rest(&world, most: tab / 30)
        #expect(final == Position(page: PageIndex(1)) && least == final)
    }

    /// A later step is the pager's, and the strip follows it as it always does.
    @Test func afterwardsTheStripFollowsThePager() {
        var world = LaggingRoom(.tabs, lag: 5)
        draw(&world, [tab / 4])
        world.strip.release()
        world.ask(.stripEnded(id, by: Distance(units: tab / 4)))
        _ = rest(&world, most: tab / 30)
        world.ask(.step(.forward, from: PageIndex(0)))
        for _ in 0..<1_000 {
            world.tick()
            #expect(world.shownStrip == world.known)
        }
        #expect(world.known == Position(page: PageIndex(1)))
    }
}
