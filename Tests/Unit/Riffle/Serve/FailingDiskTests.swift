import Foundation
import GRDB
import PagingEngine
import PagingServer
import TestPeers
import Testing

@testable import RoomStore
@testable import WebSocketLoop
@testable import riffle

/// A whole server in this process, whose disk hangs or can only be read for a while.
@Suite(.timeLimit(.minutes(15))) struct FailingDiskTests {
    /// A server with one room, and a member of it that has turned a page.
    private final class Scene {
        let persistence: RoomPersistence
        let peer: RawPeer
        private let server: ServerProcess
        private let operations: AdminOperator
        private let folder: URL
        private var lines: [String] = []
        private static let adminToken = "abcdefghijklmnop"

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("disk-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            persistence = try RoomPersistence(path: folder.appendingPathComponent("rooms.store").path)
            let log = ServerLogger(format: .text, isVerbose: false)
            let plan = RoomSpec(name: "talk", supplier: .numbers, configuration: Configuration(.threePage))
            server = try ServerProcess(
                listen: ListenAddress(host: "127.0.0.1", port: 0), rooms: [plan], persistence: persistence,
                loops: 1, settings: ServeSettings().server,
                signals: try ServerProcess.signals(), log: log, access: AccessPolicy())
            operations = AdminOperator(
                loops: server.mailboxes, token: AdminToken(Scene.adminToken), revoked: RevokedTokens(),
                store: server.store, log: log)
            let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
            peer = try RawPeer.upgraded(port: port, path: "/rooms/talk")
            try send(#"{"type":"join","id":1,"role":"member"}"#)
            try wait(for: #""type":"snapshot""#)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// The next line that holds `text`, and everything that came before it.
        @discardableResult
        func wait(for text: String) throws -> [String] {
            var passed: [String] = []
            while true {
                while !lines.isEmpty {
                    passed.append(lines.removeFirst())
                    if passed.last?.contains(text) == true { return passed }
                }
                let frame = try peer.readFrame()
                if frame.opcode == 1 { lines = frame.text.split(separator: "\n").map(String.init) }
            }
        }

        func jump(to page: Int) throws {
            try send(#"{"type":"jump","id":\#(page + 1),"page":\#(page),"animated":false}"#)
        }

        private func send(_ line: String) throws { try peer.send(.text, Array(line.utf8)) }

        /// Runs `body` on the store's file, which nobody else uses meanwhile.
        func use(_ body: (Database) throws -> Void) throws {
            guard let file = persistence.store.backend as? StoreFile else { throw ExpectationError("a file") }
            try file.use(body)
        }

        /// Removes the member as an operator; returns the answer.
        func kick() -> (status: Int, text: String) {
            let answer = operations.answer(
                HTTPPost(
                    path: "/admin/rooms/talk/kick", query: "member=1", authorization: "Bearer \(Scene.adminToken)"))
            return (answer.status, String(decoding: answer.body, as: UTF8.self))
        }

        /// The removed sessions and tokens of the room on the disk.
        func removedOnDisk() throws -> Int? {
            let reader = try StoreFileReader(path: folder.appendingPathComponent("rooms.store").path)
            return try reader.room(named: "talk").flatMap { RestoredRoom($0).state?.removed?.count }
        }

        /// Ends the server; returns the page that a restart would find.
        func end() throws -> Int64? {
            try server.stop(drainMilliseconds: 0)
            let again = try RoomPersistence(path: folder.appendingPathComponent("rooms.store").path)
            try again.store.close()
            return again.rooms["talk"]?.rest.position.nearestPage.value
        }
    }

    @Test func aHangingDiskIsReportedAndUncommittedEffectsAreNot() throws {
        let scene = try Scene()
        try scene.use { _ in
            try scene.jump(to: 1)
            let passed = try scene.wait(for: "the disk does not answer")
            #expect(passed.allSatisfy { !$0.contains(#""type":"selected""#) && !$0.contains(#""type":"ack""#) })
        }
        let seen = try scene.wait(for: "can save again")
        let rest = seen.contains { $0.contains(#""type":"ack""#) } ? [] : try scene.wait(for: #""type":"ack""#)
        #expect((seen + rest).contains { $0.contains(#""type":"selected""#) })
        #expect(try scene.end() == 1)
    }

    @Test func anOrderIsDoneOnceItIsSaved() throws {
        let scene = try Scene()
        let answer = scene.kick()
        #expect(answer.status == 200 && answer.text.contains("done"), "\(answer)")
        #expect(try scene.removedOnDisk() == 1)
        _ = try scene.end()
    }

    @Test func anOrderThatIsNotSavedIsNotDone() throws {
        let scene = try Scene()
        try scene.use { try $0.execute(sql: "PRAGMA query_only = 1") }
        let answer = scene.kick()
        #expect(answer.status == 503 && answer.text.contains("the store has not saved that yet"), "\(answer)")
        #expect(try scene.removedOnDisk() == 0)
        try scene.use { try $0.execute(sql: "PRAGMA query_only = 0") }
        _ = try scene.end()
        #expect(try scene.removedOnDisk() == 1)
    }

    @Test func aReadOnlyDiskIsReportedAndUncommittedEffectsAreNot() throws {
        let scene = try Scene()
        try scene.use { try $0.execute(sql: "PRAGMA query_only = 1") }
        try scene.jump(to: 1)
        let passed = try scene.wait(for: "the disk cannot be written")
        #expect(passed.allSatisfy { !$0.contains(#""type":"selected""#) && !$0.contains(#""type":"ack""#) })
        try scene.use { try $0.execute(sql: "PRAGMA query_only = 0") }
        let seen = try scene.wait(for: "can save again")
        let rest = seen.contains { $0.contains(#""type":"ack""#) } ? [] : try scene.wait(for: #""type":"ack""#)
        #expect((seen + rest).contains { $0.contains(#""type":"selected""#) })
        #expect(try scene.end() == 1)
    }
}
