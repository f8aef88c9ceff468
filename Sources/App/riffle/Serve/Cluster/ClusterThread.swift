import ClusterMembership
import ClusterServer
import ClusterTraffic
import FabricNATS
import JSONCodec
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Platform
import RoomStore
import WebSocketLoop

/// The part of a server in a cluster: the thread of the cluster loop, the database, and the connection to NATS.
final class ClusterThread: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The database of the node's rooms; nil at an edge.
    let persistence: ClusterPersistence?
    private let options: ClusterOptions
    private let rooms: [RoomSpec]
    private let log: ServerLogger
    private let state: NodeState
    private let revoked: RevokedTokens
    private let documents: PageDocuments?
    private let mailbox: ClusterMailbox
    private let fabric: NATSFabric
    private let ended = OneShot<Void>()

    /// Opens the database, if the node has one, and begins to connect to NATS.
    ///
    /// - Parameters:
    ///   - rooms: those of the command line; they are created when they do not exist.
    ///   - revoked: those of all nodes are added, and those that operators add here are kept for all.
    ///   - documents: those of the page that browsers get; nil without one.
    init(
        _ options: ClusterOptions, rooms: [RoomSpec], revoked: RevokedTokens, documents: PageDocuments? = nil,
        log: ServerLogger
    ) throws {
        let mailbox = ClusterMailbox()
        self.documents = documents
        (self.options, self.rooms, self.log, self.mailbox) = (options, rooms, log, mailbox)
        persistence = try options.store.map { url in try ClusterPersistence(url: url) { mailbox.push(.store($0)) } }
        state = NodeState(isEdge: options.role == .edge)
        self.revoked = revoked
        if let persistence { revoked.keep(with: persistence.revocations) }
        let fabric = NATSFabric(
            options.fabric, receive: { mailbox.push(.fabric($0)) }, report: { mailbox.push(.fabricTrouble($0)) })
        guard let fabric else {
            throw Failure(description: "expected a descriptor for the connection to NATS, got none")
        }
        self.fabric = fabric
    }

    /// The part of the loops in the cluster, of this process only.
    static func settings() -> ClusterSettings { ClusterSettings(connectionPrefix: Secret.make(bytes: 8)) }

    func link(of loop: Int) -> ClusterLink { ClusterLink(loop: loop, mailbox: mailbox, state: state) }

    /// Starts the cluster loop: registers the node, and serves the rooms from then on.
    func start(_ loops: [Mailbox<LoopCommand>], settings: ServerSettings) {
        NamedThread.start("cluster") { [self] in
            var loop = ClusterLoop(
                core(loops: loops.count, settings), mailbox: mailbox, fabric: fabric, persistence: persistence,
                loops: loops, state: state, revoked: revoked, log: log)
            loop.run()
            ended.give(())
        }
    }

    private func core(loops: Int, _ server: ServerSettings) -> ClusterCore {
        let formats = UInt32(RoomRecord.versions.lowerBound)...UInt32(RoomRecord.versions.upperBound)
        var settings = ClusterCoreSettings(
            node: NodeSettings(name: options.node, role: options.role, formats: formats), cluster: options.cluster,
            loops: loops, rooms: rooms)
        settings.policy = server.policy
        settings.roomLimit = server.roomLimit
        settings.ringFrames = server.ringFrames
        settings.historyBytes = server.historyBytes
        (settings.server, settings.limits, settings.retry) = (server.server, server.limits, server.retry)
        let codec = RequestCodec(
            encode: { message in
                var bytes: [UInt8] = []
                ClientMessageWriter.encode(message, into: &bytes)
                return bytes
            },
            decode: { try? ClientMessageReader.read($0[...], limits: Limits(messageBytes: .max, contentBytes: .max)) })
        return ClusterCore(
            settings, codec: codec,
            encode: { [documents] message in PageDocuments.encode(message, with: documents) },
            seed: .random(in: .min ... .max), at: Instant(milliseconds: BootClock.milliseconds))
    }

    /// The state of the node, and its metrics; nil when the cluster loop does not answer in time.
    func report(withinMilliseconds milliseconds: Int64) -> ClusterReport? {
        let report = OneShot<ClusterReport>()
        mailbox.push(.report(report))
        return report.wait(milliseconds: milliseconds)
    }

    // MARK: End

    /// Begins to give all rooms to other nodes, while members stay. The answer comes when none is left.
    func drain() -> OneShot<Void> {
        let drained = OneShot<Void>()
        mailbox.push(.drain(drained))
        return drained
    }

    /// Ends the life of the node, whatever it owns; waits at most so long.
    func leave(milliseconds: Int64) {
        let left = OneShot<Void>()
        mailbox.push(.leave(left))
        _ = left.wait(milliseconds: milliseconds)
    }

    /// Ends the threads, after the loops have ended.
    ///
    /// - Throws: when the database does not accept what waits.
    func end() throws {
        mailbox.push(.stop)
        ended.wait()
        fabric.close()
        try persistence?.end()
    }
}
