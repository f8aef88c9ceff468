import ArgumentParser
import Foundation
import Logging
import Metrics
import PagingServer

enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text
    case json
}

/// The server's log: events of rooms and connections, never page text or secrets.
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

    func adminListening(at url: String) {
        logger.info("admin listening", metadata: ["url": "\(url)"])
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
            guard let trouble else { return logger.notice("store recovered") }
            logger.error("store fails", metadata: ["reason": "\(trouble)"])
        case .left(let connection, let room, let member):
            logger.debug(
                "left", metadata: ["connection": "\(connection)", "room": "\(room)", "member": "\(member)"])
        case .turnedAway(let connection, let room, let code, let reason):
            logger.debug(
                "join refused",
                metadata: [
                    "connection": "\(connection)", "room": "\(room)", "code": "\(code.rawValue)",
                    "reason": "\(reason)",
                ])
        case .diverged(let room, let member, let sequence):
            logger.warning(
                "diverged", metadata: ["room": "\(room)", "member": "\(member)", "seq": "\(sequence)"])
        case .made(let room): logger.info("room created", metadata: ["room": "\(room)"])
        case .gone(let room): logger.info("room removed", metadata: ["room": "\(room)"])
        }
    }
}

/// Writes one JSON object per line on standard error.
private struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
        fields["time"] = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
        fields["level"] = event.level.rawValue
        fields["message"] = "\(event.message)"
        guard
            let line = try? JSONSerialization.data(
                withJSONObject: fields, options: [.sortedKeys, .withoutEscapingSlashes])
        else { return }
        StandardStreams.write(Array(line) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }
}
