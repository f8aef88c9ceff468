import Foundation
import TestPeers

/// A server with an admin listener.
final class WatchedServer {
    let program: RunningProgram
    /// Of the rooms, and of the admin listener.
    let port: UInt16
    let adminPort: UInt16

    init(rooms: [String] = [EndToEndFixture.numbers], loops: Int = 1, options: [String] = []) throws {
        let words = ["serve", "--listen", "127.0.0.1:0", "--admin", "0", "--loops", "\(loops)"]
        program = try RunningProgram(arguments: words + rooms.flatMap { ["--room", $0] } + options)
        do {
            port = try Self.port(in: program.nextLine(), after: "listening on ws://127.0.0.1:")
            adminPort = try Self.port(in: program.nextLine(), after: "admin on http://127.0.0.1:")
        } catch {
            program.end()
            throw error
        }
    }

    private static func port(in line: String, after words: String) throws -> UInt16 {
        guard line.hasPrefix(words), let port = UInt16(line.dropFirst(words.count)) else {
            throw ExpectationError(words + "PORT", instead: line)
        }
        return port
    }

    /// Returns the answer of the admin listener.
    func ask(_ path: String) throws -> (status: Int, body: String) {
        let page = try RawClient(port: adminPort, path: path, subprotocol: nil, upgrade: false)
        return (page.status, page.body)
    }

    func metrics() throws -> Exposition { try Exposition(ask("/metrics").body) }

    /// Asks for the numbers until they are as wanted.
    @discardableResult
    func metrics(_ what: String, until isWanted: (Exposition) -> Bool) throws -> Exposition {
        var metrics = try metrics()
        try eventually(what, instead: "\(metrics.families.map(\.samples))") {
            metrics = try self.metrics()
            return isWanted(metrics)
        }
        return metrics
    }

    func raw(room: String = "numbers") throws -> RawClient { try RawClient(port: port, path: "/rooms/\(room)") }
}
