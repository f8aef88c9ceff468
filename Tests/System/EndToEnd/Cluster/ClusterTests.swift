import Foundation
import Glibc
import PagingEngine
import PagingRoom
import PagingWire
import TestPeers
import Testing

extension CommandScenes {
    /// Several servers that share their rooms.
    @Suite(.enabled(if: ClusterFixture.isPossible, Comment(rawValue: ClusterFixture.reason))) struct ClusterTests {
        @Test(arguments: EndToEnd.loops) func membersOfTwoNodesSeeTheSame(loops: Int) throws {
            try ClusterFixture.with(nodes: 2, loops: loops) { fixture in
                let (ann, ben) = try (fixture.join("ann", at: 0), fixture.join("ben", at: 1))
                for member in [ann, ben] {
                    try member.wait("both") { $0.sees("ann", away: false) && $0.sees("ben", away: false) }
                }
                try expectInStep([ann, ben], since: try ann.achieve(.step(.forward, from: PageIndex(0))))
                let seen = try expectInStep([ann, ben], since: try ben.achieve(.step(.forward, from: PageIndex(1))))
                #expect(seen.replica?.settled == PageIndex(2))
                #expect(ann.now.welcomes.map(\.epoch) == ben.now.welcomes.map(\.epoch))
                [ann, ben].forEach { fixture.expectItsConnectionStayed($0) }
            }
        }

        /// A drag at one node is seen at the other while it lasts.
        @Test func aDragIsSeenAtTheOtherNode() throws {
            try ClusterFixture.with(nodes: 2) { fixture in
                let members = try [fixture.join("ann", at: 0), fixture.join("ben", at: 1)]
                for (index, member) in members.enumerated() {
                    let other = members[1 - index]
                    let before = other.now.offsets.count
                    let drag = DragID(1)
                    let way = Distance(units: Position.unitsPerPage / 3)
                    let samples = (1...20).map {
                        Request.dragMoved(drag, by: Distance(units: way.units * Int64($0) / 20))
                    }
                    member.send(.dragBegan(drag, viewport: nil))
                    try member.play(samples, everyMilliseconds: 15)
                    try other.wait("offsets of the drag") { $0.offsets.count > before }
                    try expectInStep(members, since: try member.achieve(.dragEnded(drag, by: way, velocity: .zero)))
                }
            }
        }

        /// A room that only the command line names exists once, whichever node a member asks.
        @Test func aRoomIsFoundAtEveryNode() throws {
            try ClusterFixture.with(nodes: 3) { fixture in
                let members = try (0..<3).map { try fixture.join("member \($0)", at: $0) }
                for (index, member) in members.enumerated() {
                    try expectInStep(members, since: try member.achieve(.step(.forward, from: PageIndex(Int64(index)))))
                }
                let owner = try fixture.owner(among: [0, 1, 2])
                #expect(try fixture.database.query("SELECT count(*) FROM room") == ["1"], "owner \(owner)")
            }
        }

        @Test func aKilledOwnerIsReplaced() throws {
            try ClusterFixture.with(nodes: 3) { fixture in
                let owner = try fixture.owner(among: [0, 1, 2])
                let others = [0, 1, 2].filter { $0 != owner }
                let stay = try others.map { try fixture.join("at \($0)", at: $0) }
                let lost = try fixture.join("lost", at: owner)
                try expectInStep(stay + [lost], since: try stay[0].achieve(.step(.forward, from: PageIndex(0))))
                let before = stay.map(\.now.snapshots)
                try fixture.kill(owner)
                for (member, before) in zip(stay, before) {
                    try member.wait("the next owner") { $0.snapshots > before && $0.isFollowing }
                }
                #expect(others.contains(try fixture.owner(among: others)))
                let seen = try fixture.meet(stay, since: try stay[1].achieve(.step(.forward, from: PageIndex(1))))
                #expect(seen.settled == PageIndex(2), "what was acknowledged is there")
                for member in stay {
                    fixture.expectItsConnectionStayed(member)
                    try member.wait("the loss of the third") { $0.sees("lost", away: true) }
                }
            }
        }

        @Test func anOwnerThatIsAskedToEndHandsItsRoomsOver() throws {
            try ClusterFixture.with(nodes: 2) { fixture in
                let owner = try fixture.owner(among: [0, 1])
                let ann = try fixture.join("ann", at: 1 - owner)
                let ben = try fixture.join("ben", at: owner)
                try expectInStep([ann, ben], since: try ann.achieve(.step(.forward, from: PageIndex(0))))
                let before = ann.now.snapshots
                #expect(try fixture.stop(owner) == 0)
                let complaints = fixture.nodes[owner].program.complaints
                #expect(complaints.contains("room handed over"), "\(complaints)")
                try ann.wait("the next owner") { $0.snapshots > before && $0.isFollowing }
                #expect(try fixture.owner(among: [1 - owner]) == 1 - owner)
                let seen = try fixture.meet([ann], since: try ann.achieve(.step(.forward, from: PageIndex(1))))
                #expect(seen.settled == PageIndex(2))
                fixture.expectItsConnectionStayed(ann)
                #expect(try fixture.database.query("SELECT count(*) FROM node") == ["1"], "it left")
            }
        }

        /// Viewers beyond the 200 that are listed are admitted by their node; the owner counts them.
        @Test func viewersOfANodeStayWithTheNextOwner() throws {
            try ClusterFixture.with(nodes: 3) { fixture in
                let owner = try fixture.owner(among: [0, 1, 2])
                let others = [(owner + 1) % 3, (owner + 2) % 3]
                let ann = try fixture.join("ann", at: others[0])
                // Each joins at once: a connection that does not is closed after a while.
                let crowd = try (1..<200).map { _ in
                    let client = try RawClient(port: fixture.nodes[others[0]].port, path: "/rooms/numbers")
                    try client.join(#""role":"viewer","epochs":true"#)
                    return client
                }
                let viewers = try (1...5).map { try fixture.join("viewer \($0)", at: others[1], role: .viewer) }
                for member in viewers + [ann] { try member.wait("the number") { $0.replica?.viewers == 5 } }
                #expect(Set(viewers.compactMap { $0.now.welcomes.first?.member }).count == 5)
                try expectInStep(viewers + [ann], since: try ann.achieve(.step(.forward, from: PageIndex(0))))
                let before = (viewers + [ann]).map(\.now.snapshots)
                try fixture.kill(owner)
                for (member, before) in zip(viewers + [ann], before) {
                    try member.wait("the next owner") { $0.snapshots > before && $0.isFollowing }
                }
                #expect(others.contains(try fixture.owner(among: others)))
                for member in viewers + [ann] { try member.wait("the number again") { $0.replica?.viewers == 5 } }
                let seen = try fixture.meet(
                    viewers + [ann], since: try ann.achieve(.step(.forward, from: PageIndex(1))))
                #expect(seen.settled == PageIndex(2))
                for member in viewers + [ann] { fixture.expectItsConnectionStayed(member) }
                withExtendedLifetime(crowd) {}
            }
        }

        /// Nobody can take the room; it goes on with the next start.
        @Test func theLastNodeEndsToo() throws {
            try ClusterFixture.with(nodes: 1) { fixture in
                let ann = try fixture.join("ann", at: 0)
                try expectInStep([ann], since: try ann.achieve(.step(.forward, from: PageIndex(0))))
                #expect(try fixture.stop(0) == 0)
                #expect(try fixture.database.query("SELECT count(*) FROM node") == ["0"])
                try fixture.startNode()
                try fixture.waitUntilReady(1)
                let ben = try fixture.join("ben", at: 1)
                #expect(try ben.wait("rest", until: \.isAtRest).replica?.settled == PageIndex(1))
            }
        }

        @Test func aNodeWithoutItsFabricIsNotReady() throws {
            try ClusterFixture.with(nodes: 1) { fixture in
                try fixture.fabric[0].kill()
                try eventually("503") { try fixture.readiness(of: 0).status == 503 }
                #expect(try fixture.readiness(of: 0).body.hasPrefix("the cluster fails: "))
                try fixture.startNode()
                #expect(try fixture.readiness(of: 1).status == 503, "it was never connected")
                try fixture.fabric[0].startAgain()
                for node in 0..<2 { try fixture.waitUntilReady(node) }
            }
        }

        @Test func aNodeNeedsItsOptions() throws {
            let program = try RunningProgram(arguments: ["serve", "--cluster", "test", "--node", "a"])
            defer { program.end() }
            #expect(try program.exitCode() == 64)
            #expect(program.complaints.contains("--cluster test: expected --fabric, got none"), "\(program.complaints)")
        }
    }
}
