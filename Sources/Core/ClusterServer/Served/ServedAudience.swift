import ClusterTraffic
import PagingEngine
import PagingRoom

/// The viewers whom edges have admitted to a room of this node: the newest tally of each edge, and the rules for all.
struct ServedAudience: Sendable {
    private var tallies: [NodeID: AudienceTally] = [:]
    /// Edges that were told the rules on their present link, or will be.
    private var listeners: Set<NodeID> = []
    /// Edges that have told no tally on their present link.
    private var untold: Set<NodeID> = []
    private var rules: AudienceRules?
    /// The links for which the home was asked for numbers, in order.
    private var numberLinks: [(node: NodeID, nonce: UInt64)] = []

    /// The viewers of all edges.
    var tally: AudienceTally {
        var sum = AudienceTally()
        for (_, tally) in tallies.sorted(by: { $0.key < $1.key }) { sum.add(tally) }
        return sum
    }

    /// A link to an edge begins. Its last tally counts until the next one, which comes before `reopened`.
    mutating func linked(_ node: NodeID) {
        listeners.remove(node)
        untold.insert(node)
    }

    /// An edge has named all that it has. Returns whether its last tally counts no longer: it has no viewers now.
    mutating func reopened(_ node: NodeID) -> Bool { untold.contains(node) && remove(node) }

    /// Takes a tally. Returns whether the edge is to be told the rules now.
    mutating func take(_ tally: AudienceTally, of node: NodeID) -> Bool {
        tallies[node] = tally
        untold.remove(node)
        return listeners.insert(node).inserted && rules != nil
    }

    /// An edge has ended; false when it had no viewers.
    mutating func remove(_ node: NodeID) -> Bool {
        listeners.remove(node)
        untold.remove(node)
        return tallies.removeValue(forKey: node).map { $0.viewers > 0 } ?? false
    }

    // MARK: Rules

    /// Takes the rules of the home. Returns the edges to tell.
    mutating func take(_ rules: AudienceRules) -> [NodeID] {
        self.rules = rules
        return listeners.sorted()
    }

    /// The rules for one edge, with its share of the free places; nil before the home has told them.
    var item: DownItem? {
        guard var rules else { return nil }
        rules.free /= max(1, listeners.count)
        return .audienceRules(rules)
    }

    // MARK: Numbers

    /// Notes that an edge wants numbers. Returns whether to ask the home: for each link there is one question at a time.
    mutating func wantNumbers(_ node: NodeID, nonce: UInt64) -> Bool {
        guard !numberLinks.contains(where: { $0 == (node, nonce) }) else { return false }
        numberLinks.append((node, nonce))
        return true
    }

    /// The link that gets the next numbers.
    mutating func takeNumberLink() -> (node: NodeID, nonce: UInt64)? {
        numberLinks.isEmpty ? nil : numberLinks.removeFirst()
    }
}
