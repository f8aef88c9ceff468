import Foundation
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import TestPeers
import Testing

extension EndToEnd {
    /// A server with a store: published events survive its end, a kill included.
    @Suite struct PersistenceTests {
        private static let page = Position.unitsPerPage

        /// The number of kills; `KILLS` in the environment sets it.
        private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap(Int.init) ?? 10

        @Test(arguments: loops, StoreKind.available) func aRestartRestoresTheRooms(loops: Int, kind: StoreKind) throws {
            let store = try StorePlace(kind)
            try EndToEndFixture.with(loops: loops, store: store.path) { fixture in
                let (ann, ben) = try (fixture.join("ann", role: .presenter), fixture.join("ben"))
                let pages = "abcd".map { Page(id: PageID(String($0)), title: "page \($0)", notes: "for me") }
                try ann.achieve(.content(revision: 0, pages, wrap: .loop))
                try ann.achieve(.configure(.slow(milliseconds: 70)))
                try ann.achieve(.jump(PageIndex(6), animated: false))
                try expectInStep([ann, ben], since: try ann.achieve(.dragEnabled(false)))
                let before = try #require(ann.now.replica)
                #expect(try fixture.stopServer() == 0)
                try fixture.restartServer()
                for member in [ann, ben] { try member.wait("the new server") { $0.snapshots == 2 && $0.isFollowing } }
                let after = try #require(ann.now.replica)
                #expect(after.digest == before.digest)
                #expect(after.configuration == before.configuration)
                #expect(after.dragEnabled == false)
                #expect(after.sequence >= before.sequence)
                for member in [ann, ben] {
                    let welcomes = member.now.welcomes
                    #expect(welcomes.map(\.recovered) == [false, false], "another epoch, so a snapshot")
                    #expect(Set(welcomes.map(\.epoch)).count == 2)
                    #expect(Set(welcomes.map(\.session)).count == 1 && Set(welcomes.map(\.member)).count == 1)
                    #expect(Set(welcomes.map(\.role)).count == 1)
                }
                let end = try ben.achieve(.step(.back, from: PageIndex(6)))
                #expect(try meet([ann, ben], after: end).settled == PageIndex(5))
            }
        }

        @Test(arguments: StoreKind.available) func aKilledServerLosesNothingThatWasPublished(kind: StoreKind) throws {
            let store = try StorePlace(kind)
            var random = SystemRandomNumberGenerator()
            try EndToEndFixture.with(loops: 2, store: store.path) { fixture in
                let members = try [fixture.join("ann"), fixture.join("ben"), fixture.join("cat", role: .viewer)]
                var turned: Int64 = 0
                for kill in 1...Self.kills {
                    let delay = Int.random(in: 0...400, using: &random)
                    let comment: Comment = "kill \(kill) after \(delay) ms"
                    try turnPages(with: members, for: delay) { try fixture.killServer() }
                    for member in members { try member.wait("the loss") { $0.stage != .following } }
                    let told = try #require(members.compactMap { $0.now.replica }.max { $0.settled < $1.settled })
                    let targets = members.compactMap { $0.now.replica?.target }
                    let target = try #require(targets.max())
                    try fixture.restartServer()
                    for member in members {
                        member.reconnect()
                        try member.wait("the new server") { $0.isFollowing && $0.welcomes.count == kill + 1 }
                    }
                    let now = try meet(members, after: Sequence(0))
                    #expect(now.settled >= told.settled, comment)
                    #expect(now.origin >= told.origin, comment)
                    // No page is counted twice: where people knew it went, or one flight on that began as it was killed.
                    #expect(now.settled <= target + 1, comment)
                    #expect(Set(members[0].now.welcomes.map(\.member)).count == 1, comment)
                    turned = now.settled.value
                }
                #expect(turned >= Int64(Self.kills), "pages were turned in between")
            }
        }

        @Test(.enabled(if: SmallDisk.isPermitted, "file systems can be mounted"))
        func whileTheDiskIsFullEverybodyIsToldAndNothingIsLost() throws {
            let disk = try SmallDisk(kilobytes: 512)
            try EndToEndFixture.with(loops: 2, store: disk.path + "/rooms.store") { fixture in
                let members = try [fixture.join("ann"), fixture.join("ben")]
                let (ann, ben) = (members[0], members[1])
                try meet(members, after: try ann.achieve(.step(.forward, from: PageIndex(0))))
                try disk.fill()
                try ann.achieve(.step(.forward, from: PageIndex(1)))
                for member in members {
                    let seen = try member.wait("the trouble") { !$0.notices.isEmpty }
                    #expect(seen.notices.map(\.text) == ["what happens waits to be saved: the disk is full"])
                }
                #expect(throws: ExpectationError.self, "what is not safe is not told") {
                    try ben.wait("the page", withinSeconds: 0.6) { $0.replica?.settled == PageIndex(2) }
                }
                try disk.empty()
                for member in members {
                    try member.wait("the page") { $0.replica?.settled == PageIndex(2) }
                    try member.wait("its end") { $0.notices.map(\.level) == [.warning, .info] }
                }
                try fixture.killServer()
                for member in members { try member.wait("the loss") { $0.stage != .following } }
                try fixture.restartServer()
                for member in members { try member.wait("the new server") { $0.isFollowing && $0.snapshots == 2 } }
                #expect(try meet(members, after: Sequence(0)).settled == PageIndex(2))
            }
        }

        /// Waits until all members rest after the same event, and compares their states.
        @discardableResult
        private func meet(_ members: [TestMember], after sequence: Sequence) throws -> Replica {
            var goal = sequence
            while true {
                let replicas = try members.map { member in
                    try #require(
                        try member.wait("rest at seq \(goal.number)") {
                            $0.isFollowing && $0.isAtRest && $0.sequence >= goal
                        }.replica)
                }
                guard Set(replicas.map(\.sequence)).count == 1 else {
                    goal = replicas.map(\.sequence).max() ?? goal
                    continue
                }
                #expect(Set(replicas.map(\.digest)).count == 1)
                return replicas[0]
            }
        }

        /// Ann and Ben drag forward in turn. `end` is called a number of milliseconds after the first page, in the middle of
        /// any activity.
        private func turnPages(with members: [TestMember], for milliseconds: Int, until end: () throws -> Void) throws {
            let first = try #require(members[0].now.replica).settled
            // Time for a flight to end, filled with what moves nothing.
            let rest = Array(repeating: Request.resize(width: 390, height: 20), count: 5)
            let drags = (1...40).flatMap { number -> [Request] in
                let drag = DragID(Int64(number))
                let way = Distance(units: Self.page * 6 / 10)
                return [
                    .dragBegan(drag, viewport: nil), .dragMoved(drag, by: Distance(units: Self.page / 3)),
                    .dragMoved(drag, by: way), .dragEnded(drag, by: way, velocity: .zero),
                ] + rest
            }
            for (member, pause) in zip(members, [23, 31]) {
                member.order { $0.play(drags, everyMilliseconds: Int64(pause)) }
            }
            try members[2].wait("a page turned") { ($0.replica?.settled ?? first) > first }
            // What is tested is a moment nobody chose.
            usleep(UInt32(milliseconds) * 1_000)
            try end()
            for member in members[..<2] { member.order { $0.play([], everyMilliseconds: 1) } }
        }
    }
}
