import PagingEngine
import PagingRoom
import TestPeers
import Testing

extension CommandScenes {
    /// A server with members of rooms that other servers own.
    @Suite(.enabled(if: ClusterFixture.isPossible, Comment(rawValue: ClusterFixture.reason)))
    struct ClusterEdgeTests {
        private static let edge = 2

        @Test(arguments: EndToEnd.loops) func itsMembersStayWithTheNextOwner(loops: Int) throws {
            try ClusterFixture.with(nodes: 2, loops: loops) { fixture in
                try fixture.startEdge()
                try fixture.waitUntilReady(Self.edge)
                let owner = try fixture.owner(among: [0, 1])
                let members = try [fixture.join("ann", at: Self.edge), fixture.join("ben", at: 1 - owner)]
                let (ann, ben) = (members[0], members[1])
                try expectInStep(members, since: try ann.achieve(.step(.forward, from: PageIndex(0))))
                try expectInStep(members, since: try ben.achieve(.step(.forward, from: PageIndex(1))))
                let before = members.map(\.now.snapshots)
                try fixture.kill(owner)
                for (member, before) in zip(members, before) {
                    try member.wait("the next owner") { $0.snapshots > before && $0.isFollowing }
                }
                try fixture.meet(members, since: try ann.achieve(.step(.forward, from: PageIndex(2))))
                fixture.expectItsConnectionStayed(ann)
                #expect(try fixture.database.query("SELECT name FROM node") == ["\(1 - owner)"])

                try fixture.kill(Self.edge)
                try ben.wait("the loss of ann") { $0.sees("ann", away: true) }
                try fixture.startEdge(port: fixture.nodes[Self.edge].port)
                try ann.wait("another welcome") { $0.welcomes.count == 2 && $0.isFollowing }
                let seen = try fixture.meet(members, since: try ann.achieve(.step(.forward, from: PageIndex(3))))
                #expect(seen.settled == PageIndex(4))
                #expect(try fixture.stop(Self.edge + 1) == 0)
                #expect(ben.now.waits.isEmpty)
            }
        }

        @Test func itIsReadyWhileItHearsAnOwner() throws {
            try ClusterFixture.with(nodes: 1) { fixture in
                try fixture.startEdge()
                try fixture.waitUntilReady(1)
                try fixture.kill(0)
                try eventually("503") { try fixture.readiness(of: 1).status == 503 }
                #expect(try fixture.readiness(of: 1).body.contains("hears no node that owns rooms"))
                try fixture.startNode()
                try fixture.waitUntilReady(1)
                try fixture.fabric[0].kill()
                try eventually("503 for NATS") { try fixture.readiness(of: 1).body.contains("no connection to NATS") }
                try fixture.fabric[0].startAgain()
                try fixture.waitUntilReady(1)
            }
        }

        /// The page of `--web` at an owner and at an edge, with the parsed bodies of its room.
        @Test func browsersGetTheirPageAtEveryNode() throws {
            try ClusterFixture.with(nodes: 1, options: ["--web"]) { fixture in
                try fixture.startEdge()
                try fixture.waitUntilReady(1)
                let document = #""document":["(paragraph","(emphasis","=a",")",")"]"#
                func viewer(at node: Int) throws -> RawClient {
                    let client = try RawClient(port: fixture.nodes[node].port, path: "/rooms/numbers")
                    try client.join(#""role":"presenter""#)
                    try client.next("snapshot")
                    return client
                }
                let presenter = try viewer(at: 0)
                let early = try viewer(at: 1)
                let page = #"{"id":"x","title":"t","body":"*a*","format":"markdown"}"#
                presenter.send(#"{"type":"content","id":2,"revision":0,"wrap":"finite","pages":[\#(page)]}"#)
                try presenter.next("ack")
                for client in [early, try viewer(at: 0), try viewer(at: 1)] {
                    try eventually("a document", instead: String(decoding: client.received, as: UTF8.self)) {
                        _ = try client.everything(pingID: 10)
                        return String(decoding: client.received, as: UTF8.self).contains(document)
                    }
                }
                for node in fixture.nodes {
                    let answer = try RawClient(port: node.port, path: "/numbers", subprotocol: nil, upgrade: false)
                    #expect(answer.status == 200 && answer.body.hasPrefix("<!doctype html>"))
                }
            }
        }

        @Test func operatorsSeeIt() throws {
            try ClusterFixture.with(nodes: 1) { fixture in
                try fixture.startEdge()
                try fixture.waitUntilReady(1)
                _ = try fixture.join("ann", at: 1)
                for node in 0..<2 {
                    var lines: [String] = []
                    try eventually("the edge at node \(node)", instead: "\(lines)") {
                        lines = try fixture.admin(["cluster"], at: node).lines
                        return lines.contains { $0.hasPrefix("1") && $0.contains("  live, edge  ") }
                    }
                }
                let order = try fixture.admin(["unlock", "numbers"], at: 1)
                #expect(order.code != 0 && order.complaints.contains("does not own a room numbers"), "\(order)")
                #expect(try fixture.admin(["unlock", "numbers"], at: 0).lines == ["unchanged"])
                let metrics = try fixture.metrics(of: 1)
                #expect(metrics.value("riffle_cluster_lease_seconds") == nil)
                #expect(metrics.value("riffle_cluster_rooms", ["role": "edge"]) == 1)
                #expect(metrics.value("riffle_cluster_nodes", ["state": "live"]) == 1)
                #expect(try fixture.metrics(of: 0).value("riffle_cluster_nodes", ["state": "live"]) == 0)
            }
        }
    }
}
