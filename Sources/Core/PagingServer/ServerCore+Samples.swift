import PagingEngine
import PagingRoom
import PagingWire
import Support

/// The places of a hand, of which only the newest matters.
///
/// They are made few before they are counted: of those that come in one message only the last one counts, and one that
/// finds the bucket empty waits for it, unless a newer one comes first. So a client that sends too many of them is slow,
/// but never left behind.
extension ServerCore {
    /// Keeps a sample the bucket does not let through yet; false when it is none.
    mutating func hold(_ message: ClientMessage, of place: Peer.Index, at now: Instant) -> Bool {
        guard case .joined = peers[place].stage, message.isSample else { return false }
        peers[place].heldSample = message
        heldPeers.insert(peers.key(at: place))
        if samplesDueAt == nil { samplesDueAt = now.advanced(byMilliseconds: sampleWaitMilliseconds) }
        return true
    }

    /// Lets those through for which there is a place in the bucket by now.
    mutating func releaseSamples(at now: Instant, into effects: inout [ServerEffect]) {
        guard let due = samplesDueAt, due <= now else { return }
        for peer in heldPeers.sorted() {
            guard let place = peers.index(of: peer), let sample = peers[place].heldSample else {
                heldPeers.remove(peer)
                continue
            }
            guard peers[place].bucket.take(atMilliseconds: now.milliseconds) else { continue }
            peers[place].heldSample = nil
            heldPeers.remove(peer)
            handle(sample, from: place, at: now, into: &effects)
        }
        samplesDueAt = heldPeers.isEmpty ? nil : now.advanced(byMilliseconds: sampleWaitMilliseconds)
    }

    private var sampleWaitMilliseconds: Int64 {
        TokenBucket.waitMilliseconds(ratePerSecond: settings.limits.objectsPerSecond)
    }
}

extension ClientMessage {
    var isSample: Bool {
        guard case .request(nil, let request, _) = self else { return false }
        return request.isSample
    }

    /// Whether `next` says where the same hand is after this.
    func isOvertaken(by next: ClientMessage) -> Bool {
        guard case .request(nil, let old, _) = self, case .request(nil, let new, _) = next else { return false }
        switch (old, new) {
        case (.dragMoved(let drag, _), .dragMoved(let other, _)): return drag == other
        case (.stripMoved(let drag, _), .stripMoved(let other, _)): return drag == other
        default: return false
        }
    }
}

extension [Result<ClientMessage, Malformed>] {
    /// Whether the object at `index` is a place of a hand and the next one is a newer place of it.
    func isOvertaken(at index: Int) -> Bool {
        guard index + 1 < count, case .success(let message) = self[index], case .success(let next) = self[index + 1]
        else { return false }
        return message.isOvertaken(by: next)
    }
}
