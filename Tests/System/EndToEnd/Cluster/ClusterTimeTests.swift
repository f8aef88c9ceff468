import Foundation
import TestPeers
import Testing

extension CommandScenes {
    /// Nodes on machines that were started at different times.
    @Suite(.enabled(if: ClusterFixture.isPossible, Comment(rawValue: ClusterFixture.reason)))
    struct ClusterTimeTests {
        /// Runs a program whose clocks since the start of the machine are ahead.
        private static let ahead = ["/usr/bin/unshare", "--time", "--boottime", "100000", "--monotonic", "70000"]
        private static let canBeAhead = isDone(ahead + ["true"])

        private static func isDone(_ words: [String]) -> Bool {
            let program = try? RunningProgram(URL(fileURLWithPath: words[0]), arguments: Array(words.dropFirst()))
            return (try? program?.exitCode()) == 0
        }

        private static func time(of message: RawObject, _ name: String) throws -> Int64 {
            try #require(message.number(name).map { Int64($0) }, "\(message)")
        }

        /// A member at any node is told one time: that of the room, in its welcome and in each pong.
        @Test(.enabled(if: canBeAhead, "time namespaces are not permitted here"))
        func allNodesTellOneTime() throws {
            try ClusterFixture.with(nodes: 1) { fixture in
                try fixture.startNode(launcher: Self.ahead)
                try fixture.waitUntilReady(1)
                var newest: Int64 = 0
                for node in [0, 1, 0, 1] {
                    let ann = try RawClient(port: fixture.nodes[node].port, path: "/rooms/numbers")
                    var times = [try Self.time(of: ann.join(#""epochs":true"#), "now")]
                    ann.send(#"{"type":"ping","id":2}"#)
                    times.append(try Self.time(of: ann.next("pong"), "now"))
                    for time in times {
                        // The limit of the test's own time; the clocks of the machines differ by more than a day.
                        #expect(time > newest - 1_000 && (newest == 0 || time < newest + 3_600_000), "node \(node)")
                        newest = max(newest, time)
                    }
                }
            }
        }
    }
}
