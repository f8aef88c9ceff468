import PagingEngine
import PagingWire

/// What the passing of time asks for.
extension ServerCore {
    mutating func tick(at now: Instant, into effects: inout [ServerEffect]) {
        resumeLateRooms(at: now)
        callWaitingRooms(at: now)
        wakeRooms(at: now, into: &effects)
        sendOff(at: now, into: &effects)
        releaseSamples(at: now, into: &effects)
        passOnDrawn(at: now, into: &effects)
        guard now >= sweepDueAt else { return }
        sweepDueAt = now.advanced(byMilliseconds: ServerCore.sweepMilliseconds)
        let due = peers.filter { $0.value.pingDueAt <= now || $0.value.isLimited }
            .sorted { $0.key.number < $1.key.number }
        for (peer, known) in due { checkTime(of: peer, known, at: now, into: &effects) }
    }

    private mutating func checkTime(of peer: PeerID, _ known: Peer, at now: Instant, into effects: inout [ServerEffect])
    {
        if case .closing = known.stage { return }
        if known.isWaiting, now.milliseconds(since: known.openedAt) >= settings.joinMilliseconds {
            return end(peer, .noJoin, "no join within \(settings.joinMilliseconds) ms", into: &effects)
        }
        if let since = known.chokedSince {
            guard now.milliseconds(since: since) >= settings.chokedMilliseconds else { return }
            return end(peer, .tooSlow, "nothing read for \(settings.chokedMilliseconds) ms", into: &effects)
        }
        if let due = known.pongDueAt, due <= now {
            return end(peer, .noPong, "no pong within \(settings.pongMilliseconds) ms", into: &effects)
        }
        guard known.pingDueAt <= now else { return }
        peers[peer]?.pingDueAt = now.advanced(byMilliseconds: settings.pingMilliseconds)
        peers[peer]?.pongDueAt = now.advanced(byMilliseconds: settings.pongMilliseconds)
        effects.append(.ping(peer))
    }
}
