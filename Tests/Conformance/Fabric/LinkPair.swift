import ClusterTraffic
import PagingEngine
import Testing

/// Two ends of a link over a bench; both send numbers.
final class LinkPair {
    let clients: [Int]
    /// The numbers that each end got.
    private(set) var delivered: [[Int]] = [[], []]
    private let bench: any FabricBench
    private let ids: [NodeID]
    private var messengers: [Messenger]
    private var links: [Link]
    private var seen = [0, 0]
    private var sent = 0

    init(on bench: any FabricBench) throws {
        self.bench = bench
        let cluster = try #require(ClusterName("test"))
        ids = [try #require(NodeID(1)), try #require(NodeID(2))]
        let key = LinkKey(room: "talk", epoch: RoomEpoch(number: 1, owner: ids[1]), nonce: 5)
        messengers = ids.map { Messenger(cluster: cluster, node: $0) }
        links = [Link(key, sending: .up, to: ids[1]), Link(key, sending: .down, to: ids[0])]
        clients = [try bench.connect(), try bench.connect()]
        for place in 0...1 {
            bench.perform([.subscribe(.node(ids[place]))], by: clients[place])
            try bench.waitForPath(from: clients[1 - place], to: [clients[place]], on: .node(ids[place]))
        }
    }

    /// Both ends send so many items, one a turn.
    func send(_ count: Int) throws {
        for _ in 0..<count {
            for place in 0...1 {
                turn(of: place) { link, now, effects in
                    link.send([UInt8(sent >> 8), UInt8(sent & 0xFF)], at: now, into: &effects)
                }
            }
            sent += 1
            bench.pass()
        }
    }

    func waitForAll() throws {
        try bench.wait(
            for: "all items", of: clients[0], prompt: { for place in 0...1 { turn(of: place) { _, _, _ in } } }
        ) {
            _ in delivered.allSatisfy { $0.count >= sent }
        }
    }

    private func turn(of place: Int, _ body: (inout Link, Instant, inout [Link.Effect]) -> Void) {
        let now = bench.now
        var effects: [Link.Effect] = []
        let events = bench.events(of: clients[place])
        for event in events[seen[place]...] {
            switch event {
            case .connected: links[place].fabricConnected()
            case .disconnected: break
            case .received(let bytes, let subject):
                guard let message = messengers[place].receive(bytes, on: subject, at: now),
                    let frame = LinkFrame(message.payload)
                else { continue }
                links[place].receive(frame, from: message.sender, at: now, into: &effects)
            }
        }
        seen[place] = events.count
        body(&links[place], now, &effects)
        links[place].flush(at: now, valid: now, into: &effects)
        for effect in effects {
            switch effect {
            case .send(let frame):
                bench.perform(
                    messengers[place].send(frame.bytes, to: .node(ids[1 - place])), by: clients[place])
            case .deliver(let item): delivered[place].append(Int(item[0]) << 8 | Int(item[1]))
            case .ended(let reason): Issue.record("the link ended: \(reason.rawValue)")
            }
        }
    }
}
