import ClusterTraffic
import PagingEngine
import PagingRoom

/// The owner's end of a link to an edge.
///
/// Answers go over the link, events on the fabric. So that no answer overtakes its event, each item that follows new events
/// says which one comes before it.
struct ServedLink: Sendable {
    private var link: PacedLink
    /// The newest event that the edge was told to wait for.
    private var reached = Sequence(0)

    init(_ key: LinkKey, to edge: NodeID) {
        link = PacedLink(Link(key, sending: .down, to: edge))
    }

    var key: LinkKey { link.key }
    var hasEnded: Bool { link.hasEnded }
    var nextDeadline: Instant? { link.nextDeadline }

    /// - Parameter sequence: the newest event that was said before.
    mutating func send(_ item: DownItem, after sequence: Sequence, at now: Instant) {
        var effects: [Link.Effect] = []
        if sequence > reached {
            reached = sequence
            link.send(DownItem.reached(sequence).bytes, at: now, into: &effects)
        }
        link.send(item.bytes, at: now, into: &effects)
    }

    /// Takes a frame of the edge and returns the items whose turn has come.
    mutating func receive(_ frame: LinkFrame, from sender: NodeID, at now: Instant) -> [[UInt8]] {
        var effects: [Link.Effect] = []
        link.receive(frame, from: sender, at: now, into: &effects)
        return effects.compactMap { effect in
            if case .deliver(let item) = effect { item } else { nil }
        }
    }

    mutating func fabricConnected() { link.fabricConnected() }

    /// - Parameter valid: the end of the own lease; nil while this node must not speak.
    mutating func flush(at now: Instant, valid: Instant?, into output: inout ClusterOutput) {
        var effects: [Link.Effect] = []
        link.flush(at: now, valid: valid, into: &effects)
        for case .send(let frame) in effects { output.send(frame, to: link.peer) }
    }
}
