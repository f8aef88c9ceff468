extension ServerMetrics {
    /// The media type of `text`, for the answer to a scrape.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The metrics in Prometheus' text format 0.0.4; families and samples always come in the same order.
    package var text: String {
        var text = MetricsText()
        writeConnections(into: &text)
        writeInputs(into: &text)
        writeDeliveries(into: &text)
        writeDelays(into: &text)
        return text.text
    }

    private func writeConnections(into text: inout MetricsText) {
        text.gauge("riffle_connections", connections, help: "WebSocket connections open now.")
        text.counter(
            "riffle_connections_opened_total", connectionsOpened, help: "WebSocket connections opened since the start.")
        text.counter(
            "riffle_connections_refused_total", connectionsRefused,
            help: "Sockets refused before they were WebSocket connections.")
        text.family("riffle_refusals_total", .counter, help: "Sockets refused, by reason.")
        for (reason, counter) in refusals.counters.sorted(by: { $0.key < $1.key }) {
            text.sample("riffle_refusals_total", String(counter.value), [("reason", reason)])
        }
        let name = "riffle_connections_closed_total"
        text.family(name, .counter, help: "Connections ended, by close code and side.")
        let labels = closes.counters.keys.sorted { ($0.code, $0.by.rawValue) < ($1.code, $1.by.rawValue) }
        for label in labels {
            text.sample(name, String(closes[label]), [("code", label.code), ("by", label.by.rawValue)])
        }
        text.gauge("riffle_rooms", rooms, help: "Rooms open now.")
        text.gauge(
            "riffle_rooms_damaged", damagedRooms, help: "Rooms not open because their stored records are damaged.")
        text.gauge("riffle_rooms_locked", lockedRooms, help: "Rooms that refuse new members.")
        text.gauge("riffle_assets_bytes", assetBytes, help: "Bytes of files that rooms keep for their pages.")
        text.gauge("riffle_members", members, help: "Members connected now.")
    }

    private func writeInputs(into text: inout MetricsText) {
        let name = "riffle_inputs_total"
        text.family(name, .counter, help: "Messages from clients, by type and outcome.")
        for kind in InputLabel.Kind.allCases {
            for outcome in InputLabel.Outcome.allCases {
                let count = inputs[InputLabel(kind, outcome)]
                guard count > 0 else { continue }
                text.sample(name, String(count), [("type", kind.rawValue), ("outcome", outcome.rawValue)])
            }
        }
        text.tally(
            "riffle_resumes_total", resumes, by: "outcome", help: "Members that returned, by how they caught up.")
        text.gauge("riffle_flights", flights, help: "Animations under way now.")
        text.tally("riffle_flights_ended_total", flightsEnded, by: "outcome", help: "Animations ended, by outcome.")
    }

    private func writeDeliveries(into text: inout MetricsText) {
        text.counter("riffle_events_total", events, help: "Reliable events published by rooms.")
        text.counter(
            "riffle_divergences_total", divergences, help: "Members whose picture differed from their room's.")
        text.counter("riffle_deliveries_total", deliveries, help: "Messages handed to connections.")
        text.counter("riffle_sent_bytes_total", sentBytes, help: "Bytes of messages handed to connections.")
        text.counter("riffle_received_bytes_total", receivedBytes, help: "Bytes of messages from clients.")
        text.gauge(
            "riffle_ring_loops", ringLoops,
            help: "Loops that send a message to many connections in one call (io_uring).")
    }

    private func writeDelays(into text: inout MetricsText) {
        text.gauge(
            "riffle_outbox_age_seconds", milliseconds: outboxAgeMilliseconds,
            help: "Time for which the longest stuck connection has not read.")
        text.gauge("riffle_journal_pending", journalPending, help: "Journal records that are not committed yet.")
        text.gauge(
            "riffle_journal_lag_seconds", milliseconds: journalLagMilliseconds,
            help: "Age of the oldest journal record that is not committed.")
        text.gauge(
            "riffle_store_failing", storeFailing, help: "1 while writes do not reach the disk, otherwise 0.")
        text.gauge(
            "riffle_store_last_commit_timestamp_seconds", lastCommitSecond,
            help: "Unix time of the last commit of the store; 0 before the first and without a store.")
        text.histogram(
            "riffle_journal_commit_seconds", journalCommits,
            help: "Time from handing over journal records to their commit.")
        text.histogram(
            "riffle_loop_lag_seconds", loopLags, help: "Delay with which timers of the event loops were served.")
    }
}
