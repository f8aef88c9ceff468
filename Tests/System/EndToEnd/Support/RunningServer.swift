import Foundation
import TestPeers

/// A real `riffle serve` on a loopback port of its own.
final class RunningServer {
    let program: RunningProgram
    let port: UInt16

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - store: the file in which rooms are kept.
    ///   - launcher: a program that runs another one, and its arguments.
    init(
        rooms: [String], loops: Int, port: UInt16 = 0, store: String? = nil, options: [String] = [],
        launcher: [String] = []
    ) throws {
        var words = ["serve", "--listen", "127.0.0.1:\(port)", "--loops", "\(loops)"] + options
        if let store { words += ["--store", store] }
        words += rooms.flatMap { ["--room", $0] }
        if let path = launcher.first {
            words = launcher.dropFirst() + [ServedRooms.executable.path] + words
            program = try RunningProgram(URL(fileURLWithPath: path), arguments: words)
        } else {
            program = try RunningProgram(arguments: words)
        }
        do {
            let greeting = try program.nextLine()
            guard greeting.hasPrefix("listening on ws://127.0.0.1:"),
                let number = greeting.split(separator: ":").last.flatMap({ UInt16($0) })
            else { throw ExpectationError("listening on ws://HOST:PORT", instead: greeting) }
            self.port = number
        } catch {
            program.end()
            throw error
        }
    }

    func url(of room: String) -> String { "ws://127.0.0.1:\(port)/rooms/\(room)" }

    func end() { program.end() }
}
