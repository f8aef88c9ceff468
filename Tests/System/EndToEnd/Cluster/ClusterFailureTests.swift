import Foundation
import Glibc
import PagingEngine
import PagingRoom
import PagingWire
import TestPeers
import Testing

extension CommandScenes {
    /// Parts of a cluster stand still, end and come back while members use it.
    @Suite(.enabled(if: ClusterFixture.isPossible, Comment(rawValue: ClusterFixture.reason))) struct ClusterFailureTests
    {
        /// The owner goes on after another node has taken the room: nobody hears it, and it returns as an edge.
        @Test func anOwnerThatStandsStillIsNotObeyed() throws {
            try ClusterFixture.with(nodes: 2) { fixture in
                let owner = try fixture.owner(among: [0, 1])
                let stay = try fixture.join("stay", at: 1 - owner)
                let back = try fixture.join("back", at: owner)
                try expectInStep([stay, back], since: try stay.achieve(.step(.forward, from: PageIndex(0))))
                let before = stay.now.snapshots
                fixture.signal(SIGSTOP, to: owner)
                defer { fixture.signal(SIGCONT, to: owner) }
                try stay.wait("the next owner") { $0.snapshots > before && $0.isFollowing }
                // The former owner finds this when it goes on.
                back.send(.jump(PageIndex(9), animated: false))
                let sequence = try stay.achieve(.step(.forward, from: PageIndex(1)))
                fixture.signal(SIGCONT, to: owner)
                try back.wait("its return") { $0.welcomes.count > 1 && $0.isFollowing }
                #expect(try fixture.meet([stay, back], since: sequence).settled == PageIndex(2))
                fixture.expectItsConnectionStayed(stay)
                #expect(stay.now.snapshots == before + 1, "one other epoch")
                #expect(stay.now.selectedPages == [PageIndex(1), PageIndex(2)])
                #expect(try fixture.owner(among: [0, 1]) == 1 - owner)
            }
        }

        /// A node goes on with another NATS server, whichever of three ends.
        @Test func oneOfThreeNATSServersMayEnd() throws {
            let fabric = try NATSServer.cluster(of: 3)
            try ClusterFixture.with(nodes: 2, fabric: fabric) { fixture in
                let members = try (0..<2).map { try fixture.join("member \($0)", at: $0) }
                for (page, server) in fabric.enumerated() {
                    try server.kill()
                    let member = members[page % 2]
                    let step = Request.step(.forward, from: PageIndex(Int64(page)))
                    let seen = try fixture.meet(members, since: try member.achieve(step))
                    #expect(seen.settled == PageIndex(Int64(page) + 1))
                    try server.startAgain()
                    try server.waitForRoutes(to: 2)
                }
                for member in members {
                    fixture.expectItsConnectionStayed(member)
                    #expect(member.now.snapshots == 1, "no other owner")
                }
            }
        }

        /// The database ends all connections and starts again, as it does when one of its processes is killed.
        @Test func aDatabaseThatStartsAgainLosesNothing() throws {
            let server = try PostgresServer()
            try ClusterFixture.with(nodes: 2, database: server) { fixture in
                let members = try (0..<2).map { try fixture.join("member \($0)", at: $0) }
                try expectInStep(members, since: try members[0].achieve(.step(.forward, from: PageIndex(0))))
                let began = "SELECT pg_postmaster_start_time(), min(backend_start) FROM pg_stat_activity"
                let former = try fixture.database.query(began)
                let backends = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
                let process = try fixture.database.query("\(backends) AND pid <> pg_backend_pid()").first
                #expect(kill(try #require(process.flatMap { Int32($0) }), SIGKILL) == 0)
                let id = members[1].send(.step(.forward, from: PageIndex(1)))
                #expect(try members[1].answer(to: id).isAccepted)
                let sequence = try members[0].achieve(.jump(PageIndex(7), animated: false))
                #expect(try fixture.meet(members, since: sequence).settled == PageIndex(7))
                // Nodes may be back before this query is let in.
                try eventually("a database whose processes are all new") {
                    (try? fixture.database.query(began)).map { $0 != former } ?? false
                }
                for member in members {
                    fixture.expectItsConnectionStayed(member)
                    #expect(member.now.selectedPages.last == PageIndex(7))
                }
            }
        }

        @Test func membersOfAKilledNodeGoToAnother() throws {
            try ClusterFixture.with(nodes: 3) { fixture in
                let owner = try fixture.owner(among: [0, 1, 2])
                let (edge, third) = ((owner + 1) % 3, (owner + 2) % 3)
                let stay = try [owner, third].map { try fixture.join("at \($0)", at: $0) }
                let moves = try fixture.join("moves", at: edge, others: [third])
                try expectInStep(stay + [moves], since: try moves.achieve(.step(.forward, from: PageIndex(0))))
                let number = moves.now.welcomes.first?.member
                try fixture.kill(edge)
                try moves.wait("another node") { $0.welcomes.count > 1 && $0.isFollowing }
                #expect(moves.now.welcomes.last?.member == number, "it is the same member")
                let seen = try fixture.meet(
                    stay + [moves], since: try moves.achieve(.step(.forward, from: PageIndex(1))))
                #expect(seen.settled == PageIndex(2))
                for member in stay {
                    fixture.expectItsConnectionStayed(member)
                    #expect(member.now.snapshots == 1, "no other owner")
                }
            }
        }

        /// The owner's record of a step is committed after its death, so the answer never left it. The next owner gets the
        /// request again, and would refuse it as somebody else's step if it performed it.
        @Test func aRequestDuringTheChangeIsPerformedOnce() throws {
            try ClusterFixture.with(nodes: 2) { fixture in
                let owner = try fixture.owner(among: [0, 1])
                // Steps are complete at once, so that each has a record of its own.
                let ann = try fixture.join("ann", at: 1 - owner, role: .presenter)
                try ann.achieve(.configure(.slow(milliseconds: 0)))
                try ann.achieve(.step(.forward, from: PageIndex(0)))
                let before = ann.now.snapshots
                let lock = try JournalLock(fixture.database)
                let id = ann.send(.step(.forward, from: PageIndex(1)))
                try eventually("a record that waits") {
                    try fixture.database.query("SELECT count(*) FROM pg_locks WHERE NOT granted") != ["0"]
                }
                try fixture.kill(owner)
                try lock.release()
                #expect(try ann.answer(to: id).isAccepted)
                let seen = try ann.wait("the next owner") { $0.snapshots > before && $0.isAtRest }
                #expect(seen.replica?.settled == PageIndex(2))
                #expect(seen.selectedPages == [PageIndex(1)], "the second step came with the snapshot")
                #expect(
                    try fixture.meet([ann], since: ann.achieve(.step(.forward, from: PageIndex(2)))).settled
                        == PageIndex(3))
                fixture.expectItsConnectionStayed(ann)
            }
        }
    }
}

extension Observation {
    /// The pages on which the pager came to rest, one after the other.
    fileprivate var selectedPages: [PageIndex] {
        events.compactMap { if case .selected(_, let page, _, _) = $0.change { page } else { nil } }
    }
}
