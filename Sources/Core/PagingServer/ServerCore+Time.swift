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
        sweep(at: now, into: &effects)
    }

    /// Looks at the time limits of some connections; at those of all within a second. The more there are, the more steps
    /// it takes, so that nobody waits for the pings of a crowd.
    private mutating func sweep(at now: Instant, into effects: inout [ServerEffect]) {
        guard now >= sweepDueAt else { return }
        let steps = max(1, peers.count / settings.peersAtOnce)
        sweepDueAt = now.advanced(byMilliseconds: ServerCore.sweepMilliseconds / Int64(steps))
        if sweptPeers >= peers.count { sweptPeers = 0 }
        let some = peers.indices.dropFirst(sweptPeers).prefix((peers.count + steps - 1) / steps)
        for place in some where peers[place].pingDueAt <= now || peers[place].isLimited {
            checkTime(of: place, at: now, into: &effects)
        }
        sweptPeers += some.count
    }

    private mutating func checkTime(of place: Peer.Index, at now: Instant, into effects: inout [ServerEffect]) {
        if case .closing = peers[place].stage { return }
        let peer = peers.key(at: place)
        if peers[place].isWaiting, now.milliseconds(since: peers[place].openedAt) >= settings.joinMilliseconds {
            return end(peer, .noJoin, "no join within \(settings.joinMilliseconds) ms", into: &effects)
        }
        if let since = peers[place].chokedSince {
            guard now.milliseconds(since: since) >= settings.chokedMilliseconds else { return }
            return end(peer, .tooSlow, "nothing read for \(settings.chokedMilliseconds) ms", into: &effects)
        }
        if let due = peers[place].pongDueAt, due <= now {
            return end(peer, .noPong, "no pong within \(settings.pongMilliseconds) ms", into: &effects)
        }
        guard peers[place].pingDueAt <= now else { return }
        peers[place].pingDueAt = now.advanced(byMilliseconds: settings.pingMilliseconds)
        peers[place].pongDueAt = now.advanced(byMilliseconds: settings.pongMilliseconds)
        effects.append(.ping(peer))
    }
}
