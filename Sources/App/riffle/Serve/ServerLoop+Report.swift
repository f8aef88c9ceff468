import Metrics
import PagingEngine
import PagingRoom
import PagingServer
import RoomStore
import WebSocketLoop

extension ServerLoop {
    /// What of this loop's is safe with everything up to `position`.
    func committed(_ position: JournalPosition) -> [String: RecordNumber] {
        guard let (safe, since) = line?.committed(position) else { return [:] }
        if let since { counts.record(journalCommitMicroseconds: (SocketLoop.now() - since) * 1_000) }
        return safe
    }

    func report(withRooms: Bool) -> LoopReport {
        let now = SocketLoop.now()
        var metrics = core.metrics(at: Instant(milliseconds: now))
        metrics.merge(counts)
        metrics.record(connectionsRefused: sockets.refusalCount)
        if let lag = line?.lag(now: now) {
            metrics.set(journalPending: lag.records, lagMilliseconds: lag.milliseconds)
        }
        return LoopReport(metrics: metrics, rooms: withRooms ? core.standings : [], isGoingAway: stopsAt != nil)
    }
}
