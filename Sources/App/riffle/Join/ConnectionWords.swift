import PagingClient
import PagingEngine

/// What is said of a connection that is being mended.
enum ConnectionWords {
    /// A quiet line over the last picture; nil while everything is as it should be.
    static func banner(_ stage: ClientCore.Stage, reason: String, at now: Instant) -> String? {
        switch stage {
        case .following, .apart, .over: return nil
        case .connecting, .joining: return "connection lost, coming back (\(reason))"
        case .waiting(let moment):
            let seconds = seconds(to: moment, from: now)
            let when = seconds == 0 ? "in a moment" : "in \(seconds) s"
            return "connection lost, back \(when) (\(reason))"
        }
    }

    /// When the line says something else.
    static func nextChange(_ stage: ClientCore.Stage, at now: Instant) -> Instant? {
        guard case .waiting(let moment) = stage, moment > now else { return nil }
        return moment.advanced(byMilliseconds: -seconds(to: moment, from: now) * 1_000 + 1)
    }

    private static func seconds(to moment: Instant, from now: Instant) -> Int64 {
        max(0, moment.milliseconds(since: now)) / 1_000
    }
}
