import TestPeers
import Testing

@testable import Metrics

/// The text of a node's metrics for a scraper.
@Suite struct ClusterMetricsTests {
    private static var busy: ClusterMetrics {
        var metrics = ClusterMetrics()
        metrics.leaseMilliseconds = 512
        metrics.nodes = [.live: 2, .unheard: 1]
        metrics.rooms = [.owner: 3, .searching: 1]
        metrics.links = [.edge: 4]
        metrics.storeLagMilliseconds = [.leases: 12, .journal: 2_500]
        (metrics.fabricLagMilliseconds, metrics.roomWaitMilliseconds) = (240, 6_000)
        metrics.claims.add(5)
        metrics.ownershipsEnded.add(.handedOver)
        metrics.expulsions.add()
        metrics.livesEnded.add("noRow")
        metrics.livesEnded.add("asked", 0)
        metrics.fencedAppends.add(2)
        metrics.gapsRepaired.add(7)
        metrics.messagesDropped.add("mailbox", 9)
        metrics.failovers.record(microseconds: 820_000)
        metrics.handOvers.record(microseconds: 35_000)
        return metrics
    }

    @Test func emptyAndFullAreWellFormed() throws {
        let empty = try Exposition(ClusterMetrics().text)
        let full = try Exposition(Self.busy.text)
        #expect(empty.families.map(\.name) == full.families.map(\.name))
        #expect(empty.families.allSatisfy { $0.name.hasPrefix("riffle_cluster_") && $0.help.hasSuffix(".") })
        #expect(empty.value("riffle_cluster_lease_seconds") == 0)
        // An edge needs no lease: 0 would be an alert.
        var edge = Self.busy
        edge.leaseMilliseconds = nil
        let names = try Exposition(edge.text).families.map(\.name)
        #expect(names == full.families.map(\.name).filter { $0 != "riffle_cluster_lease_seconds" })
    }

    @Test func everyAmountIsWritten() throws {
        let text = try Exposition(Self.busy.text)
        let expected: [(String, [String: String], Double)] = [
            ("lease_seconds", [:], 0.512), ("nodes", ["state": "live"], 2), ("nodes", ["state": "unheard"], 1),
            ("nodes", ["state": "draining"], 0), ("rooms", ["role": "owner"], 3), ("rooms", ["role": "searching"], 1),
            ("rooms", ["role": "damaged"], 0), ("links", ["side": "edge"], 4), ("links", ["side": "owner"], 0),
            ("store_lag_seconds", ["part": "leases"], 0.012), ("store_lag_seconds", ["part": "rooms"], 0),
            ("store_lag_seconds", ["part": "journal"], 2.5), ("fabric_lag_seconds", [:], 0.24),
            ("room_wait_seconds", [:], 6), ("claims_total", [:], 5),
            ("ownerships_ended_total", ["reason": "handedOver"], 1), ("ownerships_ended_total", ["reason": "lost"], 0),
            ("expulsions_total", [:], 1), ("lives_ended_total", ["reason": "noRow"], 1),
            ("lives_ended_total", ["reason": "asked"], 0), ("fenced_appends_total", [:], 2),
            ("gaps_repaired_total", [:], 7), ("messages_dropped_total", ["reason": "mailbox"], 9),
            ("failover_seconds_sum", [:], 0.82), ("failover_seconds_bucket", ["le": "0.8"], 0),
            ("failover_seconds_bucket", ["le": "1"], 1), ("failover_seconds_count", [:], 1),
            ("handover_seconds_bucket", ["le": "0.02"], 0), ("handover_seconds_bucket", ["le": "0.05"], 1),
        ]
        for (name, labels, value) in expected {
            #expect(text.value("riffle_cluster_\(name)", labels) == value, "\(name) \(labels)")
        }
    }
}
