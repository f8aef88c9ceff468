import Logging
import Metrics
import PagingServer

/// The server's log: what happened to rooms and connections, never page text or secrets.
struct ServerLogger: Sendable {
    private let logger: Logger

    init(format: LogFormat, isVerbose: Bool) {
        var logger = Logger(label: "riffle") { label in
            switch format {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler()
            }
        }
        logger.logLevel = isVerbose ? .debug : .info
        self.logger = logger
    }

    func serving(room: String, at url: String) {
        logger.info("serving", metadata: ["room": "\(room)", "url": "\(url)"])
    }

    func warn(_ sentence: String) {
        logger.warning("\(sentence)")
    }

    func renewed(_ what: String, from file: String) {
        logger.info("renewed", metadata: ["what": "\(what)", "file": "\(file)"])
    }

    func notRenewed(_ what: String, from file: String, _ error: any Error) {
        logger.error("not renewed, the old stays", metadata: ["what": "\(what)", "file": "\(file)", "why": "\(error)"])
    }

    func watched(at url: String) {
        logger.info("watched", metadata: ["url": "\(url)"])
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
        case .memory(let trouble):
            guard let trouble else { return logger.notice("store works") }
            logger.error("store fails", metadata: ["reason": "\(trouble)"])
        case .left(let connection, let room, let member):
            logger.debug(
                "left", metadata: ["connection": "\(connection)", "room": "\(room)", "member": "\(member)"])
        case .turnedAway(let connection, let room, let code, let reason):
            logger.debug(
                "turned away",
                metadata: [
                    "connection": "\(connection)", "room": "\(room)", "code": "\(code.rawValue)",
                    "reason": "\(reason)",
                ])
        case .diverged(let room, let member, let sequence):
            logger.warning(
                "diverged", metadata: ["room": "\(room)", "member": "\(member)", "seq": "\(sequence)"])
        case .made(let room): logger.info("made", metadata: ["room": "\(room)"])
        case .gone(let room): logger.info("gone", metadata: ["room": "\(room)"])
        }
    }
}
