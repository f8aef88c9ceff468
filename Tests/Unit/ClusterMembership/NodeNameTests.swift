import ClusterTraffic
import PagingEngine
import Testing

@testable import ClusterMembership

/// Nodes that wait for the name of a process that was killed.
@Suite struct NodeNameTests {
    private let other = Fixture.node(9)
    private let third = Fixture.node(10)

    /// Reads are answered while commits stall, and then the other nodes may be unable to renew.
    @Test func aNodeThatWaitsForItsNameExpelsNobodyElse() {
        var bench = NodeBench()
        bench.answer(.noRow)
        let rows = [
            NodeRow(id: other, name: "b", beat: 17, isHeard: true),
            NodeRow(id: third, name: "a", beat: 5, isHeard: true),
        ]
        var expelled: Set<NodeStatement> = []
        while bench.now.milliseconds < 6_000 {
            bench.run(to: bench.now.milliseconds + 10)
            if bench.statements.contains(.readNodes) { bench.answer(.nodes(rows), isOwn: false) }
            for case .expel(let node, let beat) in bench.statements {
                expelled.insert(.expel(node, beat: beat))
                bench.answer(.noRow, isOwn: false)
            }
        }
        #expect(expelled == [.expel(third, beat: 5)])
    }
}
