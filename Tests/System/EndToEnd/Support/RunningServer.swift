import Foundation

/// A real `riffle serve` on a loopback port of its own.
final class RunningServer {
    let program: RunningProgram
    let port: UInt16

    /// Starts it and waits until it listens; `port` 0 takes a free one. With a `store`, rooms are kept in that file.
    init(rooms: [String], loops: Int, port: UInt16 = 0, store: String? = nil, options: [String] = []) throws {
        var words = ["serve", "--listen", "127.0.0.1:\(port)", "--loops", "\(loops)"] + options
        if let store { words += ["--store", store] }
        program = try RunningProgram(arguments: words + rooms.flatMap { ["--room", $0] })
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
