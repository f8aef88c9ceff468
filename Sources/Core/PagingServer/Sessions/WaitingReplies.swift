/// Frames for connections that have no subscriber yet, until they can be sent.
struct WaitingReplies: Sendable {
    private var frames: [PeerID: [Frame]] = [:]
    /// Connections to look at in the next `flush`.
    private var changed: Set<PeerID> = []

    /// Whether `flush` may have something to send.
    var hasChanged: Bool { !changed.isEmpty }

    mutating func append(_ frame: Frame, for peer: PeerID) {
        frames[peer, default: []].append(frame)
        changed.insert(peer)
    }

    /// Takes the frames of one connection, which are then not sent here.
    mutating func take(for peer: PeerID) -> [Frame] {
        guard !frames.isEmpty else { return [] }
        return frames.removeValue(forKey: peer) ?? []
    }

    /// Notes that the connection takes bytes again.
    mutating func resume(_ peer: PeerID) {
        if frames[peer] != nil { changed.insert(peer) }
    }

    /// Sends the frames of connections that take bytes, one message each.
    mutating func flush(into output: inout LoopOutput, isChoked: (PeerID) -> Bool) {
        for peer in changed.sorted() where !isChoked(peer) {
            guard let waiting = frames.removeValue(forKey: peer) else { continue }
            output.append(.send(MessageBuilder(waiting).bytes, to: [peer]))
        }
        changed.removeAll(keepingCapacity: true)
    }
}
