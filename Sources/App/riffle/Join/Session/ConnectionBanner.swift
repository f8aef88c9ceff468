import PagingClient
import PagingEngine
import PagingWire

/// The line over the last picture while the connection is lost.
struct ConnectionBanner {
    /// Why the connection was lost; empty while there is one.
    private var reason = ""

    /// Keeps the first reason: it says more than why the third attempt to reconnect failed.
    mutating func lost(_ reason: String) {
        if self.reason.isEmpty { self.reason = reason }
    }

    mutating func joined() { reason = "" }

    /// The line; nil while there is a connection.
    func text(_ stage: ClientCore.Stage, at now: Instant) -> String? {
        switch stage {
        case .over(.roomClosed(let reason, _)):
            return "\(words(reason)); q leaves, and until then this page stays"
        case .following, .apart, .over: return nil
        case .connecting, .joining: return "connection lost, reconnecting (\(reason))"
        case .waiting(let until):
            let seconds = seconds(to: until, from: now)
            let when = seconds == 0 ? "now" : "in \(seconds) s"
            return "connection lost, next attempt \(when) (\(reason))"
        }
    }

    /// Why a key does nothing.
    func note(_ stage: ClientCore.Stage) -> String {
        if case .over(.roomClosed(let reason, _)) = stage { return "\(words(reason)); q leaves" }
        return "not connected; what you see stays"
    }

    /// The server says who has ended the room.
    private func words(_ reason: String) -> String { reason.isEmpty ? CloseCode.roomClosed.sentence : reason }

    /// When the countdown in the line changes.
    func nextChange(_ stage: ClientCore.Stage, at now: Instant) -> Instant? {
        guard case .waiting(let until) = stage, until > now else { return nil }
        return until.advanced(byMilliseconds: -seconds(to: until, from: now) * 1_000 + 1)
    }

    private func seconds(to moment: Instant, from now: Instant) -> Int64 {
        max(0, moment.milliseconds(since: now)) / 1_000
    }
}
