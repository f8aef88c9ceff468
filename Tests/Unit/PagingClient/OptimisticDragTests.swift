import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import PagingClient

/// The own drag on the own screen, with a line to the room that takes its time.
@Suite struct OptimisticDragTests {
    private static let columns: Int64 = 80
    private static let column = Position.unitsPerPage / columns
    private let id = DragID(1)

    /// Takes hold, moves as `ways` say, one millisecond each, and checks every frame of a millisecond on the way:
    /// nothing jumps by more than a column beyond the movement of the pointer and the part that may fade in that time.
    private func drag(
        _ world: inout LaggingRoom, _ ways: [Int64], slack: Int64 = 0,
        _ each: (inout LaggingRoom, Int) -> Void = { _, _ in }
    ) throws {
        let viewport = try #require(world.replica.configuration.viewport(width: Self.columns))
        let start = world.shown
        world.drag.begin(id, viewport: viewport, replica: world.replica, at: world.time)
        #expect(world.shown == start, "taking hold moves nothing")
        world.ask(.dragBegan(id, viewport: viewport))
        var last = (shown: world.shown, way: Int64(0))
        for (place, way) in ways.enumerated() {
            each(&world, place)
            world.tick()
            if world.drag.isHeld {
                world.drag.move(by: Distance(units: way))
                world.ask(.dragMoved(id, by: Distance(units: way)))
            }
            let moved = abs((world.shown - last.shown).units)
            #expect(moved <= abs(way - last.way) + Self.column + slack, "at \(place)")
            last = (world.shown, way)
        }
    }

    private func letGo(_ world: inout LaggingRoom, way: Int64, velocity: Int64 = 0) {
        world.drag.release()
        world.ask(.dragEnded(id, by: Distance(units: way), velocity: Velocity(unitsPerSecond: velocity)))
    }

    /// Runs until the drawn and the known position rest at the same place; no step is longer than `most`.
    private func rest(_ world: inout LaggingRoom, most: Int64) -> Position {
        var last = world.shown
        for _ in 0..<1_500 {
            world.tick()
            #expect(abs((world.shown - last).units) <= most, "at \(world.now)")
            last = world.shown
        }
        #expect(world.shown == world.known, "ends exactly on the authority")
        #expect(!world.drag.isFading(at: world.now))
        return world.shown
    }

    @Test(arguments: [0, 1, 5, 20, 80, 200] as [Int64], [0, 15_000, -15_000, 200_000])
    func thePointerIsFollowedAtOnceAndTheRoomAtTheEnd(lag: Int64, length: Int64) throws {
        for preset in [Preset.threePage, .threePagePredicted, .tabs, .majority, .carousel] {
            var world = LaggingRoom(preset, lag: lag)
            let ways = (1...120).map { $0 * length / 120 }
            try drag(&world, ways)
            let viewport = try #require(world.replica.configuration.viewport(width: Self.columns))
            var path = DragTracker(
                grabbedAt: Position(units: 0), base: PageIndex(0), viewport: viewport,
                configuration: world.replica.configuration, row: PageIndex(0)...PageIndex(4))
            path.move(by: Distance(units: length))
            #expect(world.shown == path.place, "exactly under the hand, band and all")
            letGo(&world, way: length)
            // A page in 100 ms is 656 units a millisecond, a spring may start faster; and a fade of it on top.
            let end = rest(&world, most: 3 * Position.unitsPerPage / 100)
            #expect(end == Position(page: world.replica.settled))
            #expect(world.replica.settled.value == (length > 40_000 ? 1 : 0))
        }
    }

    @Test func aDragInAnyDirectionNeverJumps() throws {
        for seed in UInt64(1)...60 {
            var random = SplitMix(seed: seed)
            var world = LaggingRoom(.threePage, lag: Int64.random(in: 0...150, using: &random))
            for _ in 0..<3 {
                var way: Int64 = 0
                let ways = (0..<Int.random(in: 1...150, using: &random)).map { _ in
                    way += Int64.random(in: -3_000...3_000, using: &random)
                    return way
                }
                // Caught in flight there is a difference by the way of the flight during the lag; it fades.
                try drag(&world, ways, slack: Position.unitsPerPage / OptimisticDrag.fadeMilliseconds)
                letGo(&world, way: way, velocity: Int64.random(in: -200_000...200_000, using: &random))
                for _ in 0..<Int.random(in: 0...200, using: &random) { world.tick() }
                #expect(world.shown.units.magnitude < 6 * 65_536, "seed \(seed)")
                // A hand that takes hold again before the room has answered for the last one waits for that.
                for _ in 0..<Int(2 * world.lag + 2) { world.tick() }
            }
            _ = rest(&world, most: 3 * Position.unitsPerPage / 100)
        }
    }

    @Test func aRefusedDragGoesBackWithoutAJump() throws {
        var world = LaggingRoom(lag: 60)
        let viewport = try #require(world.replica.configuration.viewport(width: Self.columns))
        // Bob is there first, and this side does not know yet.
        world.ask(.dragBegan(DragID(9), viewport: viewport), by: MemberID(2))
        let length: Int64 = 32_768
        try drag(&world, (1...58).map { $0 * length / 58 })
        #expect(world.shown == Position(units: length), "still as if nothing were wrong")
        var last = world.shown
        for _ in 0..<400 {
            world.tick()
            #expect(abs((world.shown - last).units) <= length / OptimisticDrag.fadeMilliseconds + 1)
            last = world.shown
        }
        #expect(!world.drag.isHeld)
        #expect(world.shown == world.known)
    }

    @Test func aPagerCaughtInFlightIsGrabbedWhereItIsSeen() throws {
        var world = LaggingRoom(.tabs, lag: 50)
        world.ask(.step(.forward, from: PageIndex(0)))
        for _ in 0..<180 { world.tick() }
        #expect(!world.replica.isAtRest)
        // The room grabs it where it is 50 ms later; that difference fades.
        try drag(&world, (1...250).map { $0 * 50 }, slack: Position.unitsPerPage / 200)
        #expect(!world.drag.isFading(at: world.now))
        #expect(world.replica.phase.name == .dragging)
        letGo(&world, way: 12_500)
        _ = rest(&world, most: 3 * Position.unitsPerPage / 100)
    }

    @Test func newPagesBeforeADragCarryItAlong() throws {
        var world = LaggingRoom(lag: 30)
        let more = (0..<2).map { Page(id: PageID("new\($0)"), title: "") }
        let old = (0..<5).map { Page(id: PageID("p\($0)"), title: "Page \($0)") }
        world.presentAs(MemberID(2))
        let viewport = try #require(world.replica.configuration.viewport(width: Self.columns))
        world.drag.begin(id, viewport: viewport, replica: world.replica, at: world.time)
        world.ask(.dragBegan(id, viewport: viewport))
        for way in 1...200 {
            if way == 100 { world.ask(.content(revision: 0, more + old, wrap: nil), by: MemberID(3)) }
            let before = (world.shown, world.replica.revision)
            world.tick()
            world.drag.move(by: Distance(units: Int64(way) * 100))
            world.ask(.dragMoved(id, by: Distance(units: Int64(way) * 100)))
            let pages: Int64 = world.replica.revision == before.1 ? 0 : 2
            let moved = (world.shown - before.0).units - pages * Position.unitsPerPage
            #expect((0...200).contains(moved), "\(moved) at \(way)")
        }
        #expect(world.replica.revision == 1)
        #expect(world.shown == Position(page: PageIndex(2)) + Distance(units: 20_000))
        letGo(&world, way: 20_000)
        _ = rest(&world, most: 3 * Position.unitsPerPage / 100)
    }

    @Test func aLostConnectionEndsTheDrag() throws {
        var world = LaggingRoom(lag: 500)
        try drag(&world, (1...100).map { $0 * 300 })
        world.drag.revert(to: world.replica, at: world.time)
        #expect(world.shown == Position(units: 30_000))
        #expect(world.drag.isFading(at: world.now))
        world.drag.reset()
        #expect(world.shown == world.known)
    }

    @Test func othersAreSeenExactlyWhereTheyAre() throws {
        var world = LaggingRoom(.tabs, lag: 40)
        world.ask(.step(.forward, from: PageIndex(0)), by: MemberID(2))
        for _ in 0..<600 {
            world.tick()
            #expect(world.shown == world.known)
        }
        #expect(world.replica.settled == PageIndex(1))
    }
}
