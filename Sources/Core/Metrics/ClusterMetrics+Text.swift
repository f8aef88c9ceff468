extension ClusterMetrics {
    /// The metrics in Prometheus' text format 0.0.4; families and samples always come in the same order.
    package var text: String {
        var text = MetricsText()
        writeNode(into: &text)
        writeRooms(into: &text)
        writeTraffic(into: &text)
        return text.text
    }

    private func writeNode(into text: inout MetricsText) {
        if let leaseMilliseconds {
            text.value(
                "riffle_cluster_lease_seconds", .gauge, Self.seconds(leaseMilliseconds),
                help: "Time until the lease of this node ends if it is not renewed; 0 without one, absent at an edge.")
        }
        text.gauges(
            "riffle_cluster_nodes", nodes, by: "state",
            help: "Other registered nodes, by state: beats arrive, it drains, no beat for a second. Edges do not count."
        )
        text.counter(
            "riffle_cluster_expulsions_total", expulsions,
            help: "Other nodes that this node has removed because their beats had stopped.")
        text.counters(
            "riffle_cluster_lives_ended_total", livesEnded, by: "reason",
            help: "Lives of this node that ended, by reason; it begins another one.")
        text.family(
            "riffle_cluster_store_lag_seconds", .gauge,
            help: "Age of the oldest statement or record that the database has not answered, by part.")
        for part in StorePart.allCases {
            text.sample(
                "riffle_cluster_store_lag_seconds", Self.seconds(storeLagMilliseconds[part] ?? 0),
                [("part", part.rawValue)])
        }
        text.value(
            "riffle_cluster_fabric_lag_seconds", .gauge, Self.seconds(fabricLagMilliseconds),
            help: "Time since the newest beat that came through NATS, of the node for which it is longest, "
                + "this one included; below 0.3 while all is well.")
    }

    private func writeRooms(into text: inout MetricsText) {
        text.gauges(
            "riffle_cluster_rooms", rooms, by: "role", help: "Rooms that this node owns or has members in, by its role."
        )
        text.value(
            "riffle_cluster_room_wait_seconds", .gauge, Self.seconds(roomWaitMilliseconds),
            help: "Longest time for which a room with members here has had no owner, or one that does not answer.")
        text.counter(
            "riffle_cluster_claims_total", claims, help: "Rooms that this node began to own.")
        text.tally(
            "riffle_cluster_ownerships_ended_total", ownershipsEnded, by: "reason",
            help: "Rooms that this node stopped to own, by reason.")
        text.counter(
            "riffle_cluster_fenced_appends_total", fencedAppends,
            help: "Appends that the database refused because their ownership of the room had ended.")
        text.histogram(
            "riffle_cluster_failover_seconds", failovers,
            help: "Time from the loss of a room's owner, as a node with members noticed it, to the next one's snapshot."
        )
        text.histogram(
            "riffle_cluster_handover_seconds", handOvers,
            help: "Time from the news that an owner has handed a room over to the next one's snapshot.")
    }

    private func writeTraffic(into text: inout MetricsText) {
        text.gauges(
            "riffle_cluster_links", links, by: "side", help: "Links to other nodes now, by the side of this node.")
        text.counter(
            "riffle_cluster_gaps_repaired_total", gapsRepaired,
            help: "Gaps in the events of a room that this node asked for and got.")
        text.counters(
            "riffle_cluster_messages_dropped_total", messagesDropped, by: "reason",
            help: "Messages between nodes that this node dropped, or could not send, by reason.")
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        MetricsText.seconds(microseconds: milliseconds.multipliedReportingOverflow(by: 1_000).partialValue)
    }
}
