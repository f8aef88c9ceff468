import ClusterTraffic
import PagingEngine

/// The search for the owner of a room: one node is asked after the other, first the one that is told to own it.
struct OwnerSearch: Hashable, Sendable {
    /// Nodes that may name another one before the next ordinary question.
    private static let redirectLimit = 4

    /// The number by which answers name this search.
    let nonce: UInt64
    /// The time of the next question.
    private(set) var askAt: Instant
    /// Whether the last question asked for the room to be created.
    private(set) var mayCreate = false
    /// The node to ask first.
    private var hint: NodeID?
    private var asked: Set<NodeID> = []
    private var redirects = 0
    private var isRedirected = false

    init(nonce: UInt64, hint: NodeID?, at now: Instant) {
        self.nonce = nonce
        self.hint = hint
        askAt = now
    }

    /// Asks `node` at once; nil: the next one. Nodes that name each other are asked a few times only until the next
    /// ordinary question.
    mutating func redirect(to node: NodeID?, at now: Instant) {
        if let node { hint = node }
        guard redirects < OwnerSearch.redirectLimit else { return }
        redirects += 1
        isRedirected = true
        askAt = now
    }

    /// Asks all nodes again, at once and `first` first: questions were lost, or a node is gone.
    mutating func restart(first: NodeID? = nil, without node: NodeID? = nil, at now: Instant) {
        hint = first ?? hint
        if hint == node { hint = nil }
        asked = []
        askAt = now
    }

    /// The node to ask now, and plans the next question. `order` has the nodes that may own the room.
    mutating func next(in order: [NodeID], mayCreate: Bool, after milliseconds: Int64, at now: Instant) -> NodeID? {
        if !isRedirected { redirects = 0 }
        isRedirected = false
        askAt = now.advanced(byMilliseconds: milliseconds)
        self.mayCreate = mayCreate
        if hint == nil, order.allSatisfy(asked.contains) { asked = [] }
        let node = hint ?? order.first { !asked.contains($0) }
        hint = nil
        if let node { asked.insert(node) }
        return node
    }
}
