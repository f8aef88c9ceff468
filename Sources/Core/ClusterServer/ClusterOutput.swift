import ClusterMembership
import ClusterTraffic
import Metrics
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The output of the cluster loop while it handles events. Every part writes here; none calls another.
struct ClusterOutput: Sendable {
    let codec: RequestCodec
    /// The time that clients are told, while events are handled: cluster time. Nil before it is known.
    var time: Instant?
    /// Counts since the start; the present amounts are not set.
    var metrics = ClusterMetrics.atStart
    private let cluster: ClusterName
    private let encoder: @Sendable (ServerMessage) -> Frame
    private var messenger: Messenger
    private var effects: [ClusterEffect] = []
    /// Statements are executed after everything that was said before.
    private var statements: [ClusterEffect] = []
    /// Messages for one loop that no effect holds yet.
    private var batch: (loop: Int, messages: [LoopMessage])?

    init(
        cluster: ClusterName, node: NodeID, codec: RequestCodec, encode: @escaping @Sendable (ServerMessage) -> Frame
    ) {
        self.cluster = cluster
        self.codec = codec
        encoder = encode
        messenger = Messenger(cluster: cluster, node: node)
    }

    func encode(_ message: ServerMessage) -> Frame { encoder(message) }

    // MARK: Loops

    /// Sends to a loop. The order counts among all loops: a home may answer to a third one at once.
    mutating func send(_ message: LoopMessage, to loop: Int) {
        if batch?.loop != loop { closeBatch() }
        if batch == nil { batch = (loop, []) }
        batch?.messages.append(message)
    }

    mutating func send(_ command: ClusterCommand, to loop: Int) {
        closeBatch()
        effects.append(.loop(loop, .cluster(command)))
    }

    private mutating func closeBatch() {
        guard let (loop, messages) = batch else { return }
        batch = nil
        effects.append(.loop(loop, .cluster(.messages(messages))))
    }

    // MARK: Fabric

    /// The time of the next `expire`.
    var nextDeadline: Instant? { messenger.nextDeadline }

    mutating func receive(_ bytes: [UInt8], on subject: Subject, at now: Instant) -> Messenger.Message? {
        messenger.receive(bytes, on: subject, at: now)
    }

    /// Messages that were dropped since `metrics` has counted them.
    var uncountedDrops: DropCounts { messenger.drops }

    mutating func expire(at now: Instant) { messenger.expire(at: now) }

    /// Begins a life of the node: messages are of this id from now on.
    mutating func begin(_ node: NodeID) {
        perform(.unsubscribe(.node(messenger.node)))
        perform(.subscribe(.node(node)))
        metrics.add(messenger.drops)
        messenger = Messenger(cluster: cluster, node: node)
    }

    mutating func perform(_ command: FabricCommand) { append(.fabric(command)) }

    mutating func publish(_ payload: [UInt8], to subject: Subject) {
        for command in messenger.send(payload, to: subject) { perform(command) }
    }

    mutating func send(_ message: RoomMessage, to subject: Subject) { publish(message.bytes, to: subject) }

    mutating func send(_ frame: LinkFrame, to node: NodeID) { publish(frame.bytes, to: .node(node)) }

    // MARK: Shell

    mutating func append(_ effect: ClusterEffect) {
        closeBatch()
        effects.append(effect)
    }

    mutating func execute(_ statement: ClusterEffect) { statements.append(statement) }

    /// Moves everything to the caller's list.
    mutating func take(into list: inout [ClusterEffect]) {
        closeBatch()
        list += effects + statements
        effects.removeAll(keepingCapacity: true)
        statements.removeAll(keepingCapacity: true)
    }
}
