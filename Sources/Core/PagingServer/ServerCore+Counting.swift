package import Metrics
package import PagingEngine
import PagingRoom

/// What who watches the server may know: numbers, never what people show each other.
extension ServerCore {
    /// What this loop has counted so far, and how much of everything there is at `now`. Looks at every connection and
    /// every room, so ask when somebody reads it. Bytes, sockets, the journal and the loop itself are the shell's.
    package func metrics(at now: Instant) -> ServerMetrics {
        var metrics = counts
        let names = homes.keys
        metrics.set(rooms: names.count, members: names.reduce(0) { $0 + (homes[$1]?.addresses.count ?? 0) })
        metrics.set(flights: names.count { homes[$0]?.room.pager.phase.name == .settling })
        let stuck = peers.indices.compactMap { peers[$0].chokedSince }.min()
        metrics.set(outboxAgeMilliseconds: stuck.map { max(0, now.milliseconds(since: $0)) } ?? 0)
        return metrics
    }

    /// The rooms whose home is this loop, by name.
    package var standings: [RoomStatus] {
        homes.keys.compactMap { name in
            guard let home = homes[name] else { return nil }
            return RoomStatus(
                name: name, members: home.addresses.count, sequence: home.room.sequence,
                phase: home.room.pager.phase.name)
        }
    }

    /// Whether this side has already ended the connection: what still comes from it counts no more.
    package func isEnding(_ peer: PeerID) -> Bool {
        guard let place = peers.index(of: peer), case .closing = peers[place].stage else { return false }
        return true
    }

    /// Whether the connection has not joined yet, so that what comes from it may cost a picture of the room. It changes
    /// nothing; but whoever called a method that could not would pass a copy of the core.
    package mutating func isComingIn(_ peer: PeerID) -> Bool {
        guard let place = peers.index(of: peer) else { return false }
        switch peers[place].stage {
        case .waiting, .authorizing, .entering: return true
        case .joined, .closing: return false
        }
    }

    mutating func count(_ kind: InputLabel.Kind, _ outcome: InputLabel.Outcome) {
        counts.record(InputLabel(kind, outcome))
    }

    /// What the room has just said to this request. Nobody answers the samples of a hand, so they count as accepted.
    mutating func count(_ request: Request, _ id: RequestID?, from member: MemberID) {
        var outcome = InputLabel.Outcome.accepted
        for case .answer(member, .refused(id, let refusal, _)) in roomEffects where id != nil {
            outcome = InputLabel.Outcome(refusal.code)
        }
        count(InputLabel.Kind(request), outcome)
    }

    mutating func count(_ event: Event) {
        counts.record(events: 1)
        switch event.change {
        case .completed: counts.record(FlightOutcome.completed)
        case .interrupted: counts.record(FlightOutcome.interrupted)
        default: break
        }
    }

    /// A newcomer, and what it got if it has been here before.
    mutating func count(_ entry: PendingJoin, recovered: Bool, epoch: Epoch) {
        count(.join, .accepted)
        guard let since = entry.join.since else { return }
        counts.record(recovered ? ResumeOutcome.recovered : since.epoch == epoch ? .tooOld : .otherEpoch)
    }
}
