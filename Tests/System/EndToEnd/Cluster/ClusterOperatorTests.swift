import Foundation
import TestPeers
import Testing

extension CommandScenes {
    /// Operators of several servers that share their rooms.
    @Suite(.enabled(if: ClusterFixture.isPossible, Comment(rawValue: ClusterFixture.reason)))
    struct ClusterOperatorTests {
        /// The columns of a row.
        private func cells(_ line: String) -> [String] {
            line.split(separator: #/ {2,}/#).map { String($0).trimmingCharacters(in: .whitespaces) }
        }

        @Test(arguments: EndToEnd.loops) func anyNodeListsTheCluster(loops: Int) throws {
            try ClusterFixture.with(nodes: 2, loops: loops) { fixture in
                let owner = try fixture.owner(among: [0, 1])
                let members = try [fixture.join("ann", at: owner), fixture.join("ben", at: 1 - owner)]
                try expectInStep(members, since: try members[0].achieve(.step(.forward, from: .init(0))))
                for node in 0..<2 {
                    var lines: [String] = []
                    try eventually("both nodes and the room at node \(node)", instead: "\(lines)") {
                        let answer = try fixture.admin(["cluster"], at: node)
                        lines = answer.lines.filter { !$0.isEmpty }
                        return answer.code == 0 && lines.count == 5
                            && lines.filter { $0.contains("  live  ") }.count == 2
                    }
                    #expect(cells(lines[0]) == ["NODE", "ID", "STATE", "LEASE AGE", "BEAT LAG"])
                    #expect(cells(lines[1])[0] == "\(node) (this)" && cells(lines[2])[0] == "\(1 - node)")
                    let room = cells(lines[4])
                    #expect(room[0] == "numbers" && room[2] == "\(owner)", "\(lines)")
                    #expect(room[3] == (node == owner ? "owner" : "edge") && room[4] == "1", "\(lines)")
                    let json = try fixture.admin(["cluster", "--json"], at: node).lines
                    #expect(
                        json.count == 1 && json[0].hasPrefix(#"{"nodes":[{"#) && json[0].contains(#""isThis":true"#))
                }
            }
        }

        /// The figures of `/metrics` before and after the death of an owner.
        @Test func aFailoverIsMeasured() throws {
            try ClusterFixture.with(nodes: 2) { fixture in
                let owner = try fixture.owner(among: [0, 1])
                let ann = try fixture.join("ann", at: 1 - owner)
                let before = try fixture.metrics(of: 1 - owner)
                #expect(before.value("riffle_cluster_rooms", ["role": "edge"]) == 1)
                #expect(before.value("riffle_cluster_links", ["side": "edge"]) == 1)
                #expect(before.value("riffle_cluster_failover_seconds_count") == 0)
                #expect(before.value("riffle_cluster_messages_dropped_total", ["reason": "mailbox"]) == 0)
                #expect(try fixture.metrics(of: owner).value("riffle_cluster_links", ["side": "owner"]) == 1)
                try eventually("a lease and two nodes") {
                    let metrics = try fixture.metrics(of: owner)
                    return metrics.value("riffle_cluster_nodes", ["state": "live"]) == 1
                        && (metrics.value("riffle_cluster_lease_seconds") ?? 0) > 0
                }
                let snapshots = ann.now.snapshots
                try fixture.kill(owner)
                try ann.wait("the next owner") { $0.snapshots > snapshots && $0.isFollowing }
                let after = try fixture.metrics(of: 1 - owner)
                #expect(after.value("riffle_cluster_failover_seconds_count") == 1)
                #expect(after.value("riffle_cluster_expulsions_total") == 1)
                #expect(after.value("riffle_cluster_rooms", ["role": "owner"]) == 1)
                #expect(after.value("riffle_cluster_claims_total") == 1)
            }
        }

        @Test func aTokenThatIsRevokedAtOneNodeIsRefusedAtAll() throws {
            let folder = try ScratchFolder()
            let secret = folder.path("secret")
            #expect(try RunningProgram.run(["token", "new-secret", secret]).code == 0)
            let words = ["token", "--secret-file", secret, "--room", "numbers", "--role", "member", "--expires", "1h"]
            let token = try #require(try RunningProgram.run(words).lines.first)
            let lines = try RunningProgram.run(["token", "inspect", token]).lines
            let id = try #require(lines.first { $0.hasPrefix("id:") }?.split(separator: "\"").last).description
            let join = #"{"type":"join","id":1,"epochs":true,"token":"\#(token)"}"#
            try ClusterFixture.with(nodes: 2, options: ["--secret-file", secret]) { fixture in
                let ann = try RawClient(port: fixture.nodes[1].port, path: "/rooms/numbers")
                ann.send(join)
                try ann.next("welcome")
                #expect(try fixture.admin(["revoke", id], at: 0).lines == ["done"])
                #expect(try ann.end() == 4_102)
                // A node that starts later refuses it, too.
                try fixture.startNode()
                try fixture.waitUntilReady(2)
                let late = try RawClient(port: fixture.nodes[2].port, path: "/rooms/numbers")
                late.send(join)
                #expect(try late.end() == 4_102)
            }
        }
    }
}
