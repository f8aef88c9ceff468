import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Rooms with damaged records, and newcomers while the disk does not keep up.
@Suite struct StoreFailureTests {
    @Test(arguments: [0, 1], RoomCreationPolicy.allCases)
    func nobodyJoinsADamagedRoomAndNothingIsWrittenForIt(loop: Int, creation: RoomCreationPolicy) {
        var loops = ServerFixture(2, damage: "record 7: byte 3: not UTF-8") {
            $0.isDurable = true
            $0.creation = creation
        }
        loops.join(1, on: loop)
        #expect(loops.endings == [ServerFixture.Ending(loop: loop, peer: 1, code: .roomClosed)])
        loops.tick(at: 10_000_000)
        #expect(loops.records.isEmpty && loops.forgotten.isEmpty)
        #expect(loops.cores.allSatisfy { $0.hosted[loops.name] == nil })
    }

    @Test func aDamagedRoomIsReportedOnce() {
        let loops = ServerFixture(2, damage: "record 7: byte 3: not UTF-8")
        let statuses = loops.cores.flatMap(\.roomStatuses)
        #expect(statuses.map(\.name) == [loops.name])
        #expect(statuses.first?.damage == "record 7: byte 3: not UTF-8")
        let counts = loops.cores.map { $0.metrics(at: Instant(milliseconds: 0)) }
        #expect(counts.map(\.damagedRooms.value) == [1, 0] && counts.map(\.rooms.value) == [0, 0])
    }

    @Test func theReasonFitsIntoACloseFrame() {
        #expect(ConfiguredRooms.damageReason.utf8.count <= 123)
    }

    /// The join waits for its commit, which does not come.
    @Test(arguments: [1, 2]) func aNewcomerHearsThatTheDiskDoesNotKeepUp(count: Int) {
        var loops = ServerFixture(count) { $0.isDurable = true }
        loops.join(1, on: 0)
        loops.save()
        loops.carry()
        loops.milliseconds = 1_000
        loops.join(2, on: count - 1, session: nil)
        loops.tick(at: 8_500)
        #expect(loops.endings.isEmpty)
        for second in Int64(9)...11 { loops.tick(at: second * 1_000) }
        #expect(loops.endings == [ServerFixture.Ending(loop: count - 1, peer: 2, code: .serverFull)])
        loops.carry()
        loops.save()
        loops.carry()
        #expect(loops.said(to: 2, on: count - 1).isEmpty, "no welcome after the end")
        loops.ask(9, .step(.forward, from: PageIndex(0)), from: 1, on: 0)
        #expect(loops.endings.count == 1, "members stay")
    }
}
