import ClusterMembership
import ClusterServer
import ClusterTraffic
import Foundation
import Metrics
import PagingServer
import TestPeers
import Testing

@testable import riffle

/// The list of nodes and rooms for operators.
@Suite struct ClusterPageTests {
    private static let page = ClusterPage(
        nodes: [
            .init(
                id: "7", name: "one", isThis: true, isLive: true, isDraining: false, leaseAgeMilliseconds: 12,
                beatLagMilliseconds: 4),
            .init(id: "12", name: "two", isThis: false, isLive: false, isDraining: true),
            .init(
                id: "20", name: "three", isThis: false, isEdge: true, isLive: true, isDraining: false,
                beatLagMilliseconds: 80),
        ],
        rooms: [
            .init(name: "talk", epoch: "5-7", owner: "one", role: "owner", members: 30, lagMilliseconds: 2),
            .init(name: "lost", role: "searching", members: 1, lagMilliseconds: 6_100),
        ])

    @Test func peopleGetTwoTables() {
        #expect(
            Self.page.lines == [
                "NODE        ID  STATE                LEASE AGE  BEAT LAG",
                "one (this)  7   live                     12 ms      4 ms",
                "two         12  not heard, draining          -         -",
                "three       20  live, edge                   -     80 ms",
                "",
                "ROOM  EPOCH  OWNER  ROLE       MEMBERS      LAG",
                "talk  5-7    one    owner           30     2 ms",
                "lost  -      -      searching        1  6100 ms",
            ])
    }

    /// A name comes from another node.
    @Test func namesCannotPaintTheTerminal() {
        var page = Self.page
        page.nodes[1].name = "\u{1B}[2J"
        #expect(page.lines.allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test func theAnswerIsReadBack() throws {
        let data = try JSONEncoder().encode(Self.page)
        #expect(try JSONDecoder().decode(ClusterPage.self, from: data) == Self.page)
    }

    @Test func onlyANodeHasMetricsOfACluster() throws {
        let report = LoopReport(metrics: .init(), rooms: [], isDraining: false)
        let process = ProcessMetrics(version: "1.0", subprotocol: "riffle.v1")
        let alone = String(decoding: AdminPages.page("/metrics", [report], process).body, as: UTF8.self)
        #expect(!alone.contains("riffle_cluster_"))
        let page = AdminPages.page("/metrics", [report], process, cluster: ClusterMetrics())
        let text = try Exposition(String(decoding: page.body, as: UTF8.self))
        #expect(text.value("riffle_cluster_lease_seconds") == 0 && text.value("riffle_rooms") == 0)
    }
}
