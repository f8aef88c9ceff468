import ArgumentParser
import ClusterServer
import Logging
import Metrics
import PagingRoom
import PagingServer
import WebSocketLoop

enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text
    case json
}

/// The server's log: events of rooms and connections, never page text or secrets.
struct ServerLogger: Sendable {
    private let logger: Logger

    init(format: LogFormat, isVerbose: Bool) {
        var logger = Logger(label: "riffle") { label in
            LineLogHandler(label: label, format: format)
        }
        logger.logLevel = isVerbose ? .debug : .info
        self.logger = logger
    }

    /// - Parameter trouble: reason why there is no ring although one was wanted.
    func sending(withRing: Bool, trouble: SocketLoopError?) {
        let reason = trouble.map { ["reason": "\($0)"] as Logger.Metadata } ?? [:]
        logger.info("sending", metadata: ["method": withRing ? "uring" : "write"].merging(reason) { $1 })
    }

    func serving(room: String, at url: String) {
        logger.info("serving", metadata: ["room": "\(room)", "url": "\(url)"])
    }

    func damaged(_ room: RestoredRoom, in store: String) {
        let name = room.shownName
        logger.error(
            "room not started: its stored records are damaged",
            metadata: [
                "room": "\(name)", "damage": "\(room.summary)",
                "todo": """
                riffle store check \(store) lists all damage; riffle store export \(store) \(name) saves what can be \
                read; then restore a backup, or riffle store remove \(store) \(name)
                """,
            ])
    }

    func adminListening(at url: String) {
        logger.info("admin listening", metadata: ["url": "\(url)"])
    }

    /// - Parameter reasons: the refusals of the last seconds, by reason.
    func refused(_ reasons: [String: Int]) {
        let count = reasons.values.reduce(0, +)
        logger.warning(
            "connections refused",
            metadata: reasons.mapValues { "\($0)" }.merging(
                ["count": "\(count)", "seconds": "\(RefusalWatch.milliseconds / 1_000)"]) { $1 })
    }

    func warn(_ sentence: String) {
        logger.warning("\(sentence)")
    }

    func reloaded(_ what: String, from file: String) {
        logger.info("reloaded", metadata: ["what": "\(what)", "file": "\(file)"])
    }

    func notReloaded(_ what: String, from file: String, _ error: any Error) {
        logger.error(
            "reload failed, the old one stays in use",
            metadata: ["what": "\(what)", "file": "\(file)", "why": "\(error)"])
    }

    /// - Parameter count: revoked tokens that are known now.
    func revoked(tokens count: Int) {
        logger.notice("operator revoked a token", metadata: ["tokens": "\(count)"])
    }

    func ending(drainMilliseconds: Int64) {
        logger.info("ending", metadata: ["drainMilliseconds": "\(drainMilliseconds)"])
    }

    func opened(_ connection: Address, room: String, from remoteAddress: String) {
        logger.debug(
            "opened", metadata: ["connection": "\(connection)", "room": "\(room)", "from": "\(remoteAddress)"])
    }

    func closed(_ connection: Address, _ label: CloseLabel) {
        logger.debug(
            "closed", metadata: ["connection": "\(connection)", "code": "\(label.code)", "by": "\(label.by.rawValue)"])
    }

    func note(_ entry: ServerLog) {
        switch entry {
        case .joined(let connection, let room, let member, let role, let recovered):
            logger.debug(
                "joined",
                metadata: [
                    "connection": "\(connection)", "room": "\(room)", "member": "\(member)", "role": "\(role)",
                    "recovered": "\(recovered)",
                ])
        case .storeTrouble(let trouble):
            guard let trouble else { return logger.notice("store recovered") }
            logger.error("store fails", metadata: ["reason": "\(trouble)"])
        case .left(let connection, let room, let member):
            logger.debug(
                "left", metadata: ["connection": "\(connection)", "room": "\(room)", "member": "\(member)"])
        case .closing(let connection, let room, let code, let reason):
            logger.debug(
                "closing",
                metadata: [
                    "connection": "\(connection)", "room": "\(room)", "code": "\(code.rawValue)",
                    "reason": "\(reason)",
                ])
        case .diverged(let room, let member, let sequence):
            logger.warning(
                "diverged", metadata: ["room": "\(room)", "member": "\(member)", "seq": "\(sequence)"])
        case .roomCreated(let room): logger.info("room created", metadata: ["room": "\(room)"])
        case .roomRemoved(let room): logger.info("room removed", metadata: ["room": "\(room)"])
        case .operated(let room, let operation):
            logger.notice("operator changed room", metadata: ["room": "\(room)", "operation": "\(operation.label)"])
        }
    }
}

extension ServerLogger {
    func fabricConnected() { logger.info("connected to NATS") }

    func fabricDropped(messages count: Int) {
        logger.warning(
            "messages of other nodes dropped: they came faster than this node takes them",
            metadata: ["count": "\(count)"])
    }

    func note(_ entry: ClusterLog) {
        switch entry {
        case .nodeBegan(let node): logger.info("node begins", metadata: ["node": "\(node)"])
        case .nodeEnded(let reason): logger.notice("node ends", metadata: ["reason": "\(reason)"])
        case .roomOwned(let room, let epoch):
            logger.info("room owned", metadata: ["room": "\(room)", "epoch": "\(epoch)"])
        case .roomDamaged(let room, let damage):
            logger.error(
                "room not started: its stored records are damaged",
                metadata: ["room": "\(room)", "damage": "\(damage)"])
        case .roomLost(let room):
            logger.warning("room lost: another node may own it", metadata: ["room": "\(room)"])
        case .roomHandedOver(let room, let node):
            logger.info("room handed over", metadata: ["room": "\(room)", "node": "\(node)"])
        }
    }
}

extension RoomOperation {
    /// The operation as the log names it.
    var label: String {
        switch self {
        case .unlock: "unlock"
        case .kick(let member): "kick \(member.number)"
        case .close: "close"
        }
    }
}
