import Foundation
import Glibc
import TestPeers

/// A `riffle serve` with an admin listener and whatever else it is told.
final class LoadServer {
    let program: RunningProgram
    /// Of the room `talk`.
    let url: String
    private let adminPort: UInt16

    init(_ words: [String] = []) throws {
        program = try RunningProgram(
            arguments: ["serve", "--listen", "127.0.0.1:0", "--admin", "0", "--room", "talk=threePage"] + words)
        do {
            url = try program.output(after: "listening on ") + "/rooms/talk"
            adminPort = UInt16(try program.output(after: "admin on http://127.0.0.1:")) ?? 0
        } catch {
            program.signal(SIGKILL)
            throw error
        }
    }

    deinit {
        program.signal(SIGKILL)
        _ = try? program.outcome()
    }

    /// Reads the counts of the server itself.
    func metrics() throws -> Exposition {
        let peer = try RawPeer(port: adminPort)
        try peer.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = String(decoding: try peer.readToEnd(), as: UTF8.self)
        guard let body = answer.firstRange(of: "\r\n\r\n")?.upperBound else {
            throw ExpectationError("figures", instead: answer)
        }
        return try Exposition(String(answer[body...]))
    }
}
