import Testing

@testable import ClusterMembership

/// Rooms whose journal a node reads.
@Suite struct RoomLoadTests {
    /// Another node has claimed the room between the claim and the read of the journal.
    @Test func aRoomWithRecordsOfALaterOwnerIsForgotten() {
        var bench = RoomBench()
        bench.send(.opened("a", known: 4))
        bench.answer(.rows([bench.row("a")]))
        bench.answer(.owned([bench.owned("a")]))
        #expect(bench.statement == .load("a"))
        bench.answer(.noRow)
        #expect(bench.rooms.names.isEmpty && bench.statement == .readQuiet(bench.view.node))
    }
}
