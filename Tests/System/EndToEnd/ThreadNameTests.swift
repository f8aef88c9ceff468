import Foundation
import TestPeers
import Testing

extension EndToEnd {
    /// The names of the server's threads, as `top -H` shows them.
    @Suite struct ThreadNameTests {
        @Test func eachThreadHasItsName() throws {
            let store = try StoreFile()
            let server = try WatchedServer(loops: 2, options: ["--store", store.path])
            defer { server.program.end() }
            let tasks = "/proc/\(server.program.processID)/task"
            let expected = [
                "riffle", "loop 0", "loop 1", "admin", "store", "store events", "accept \(server.port)",
                "accept \(server.adminPort)",
            ]
            try eventually("threads with the names \(expected)") {
                let names = try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap {
                    try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)
                        .trimmingCharacters(in: .whitespacesAndNewlines)
                }
                return Set(expected).isSubset(of: names)
            }
        }
    }
}
