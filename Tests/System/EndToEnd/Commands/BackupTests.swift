import Foundation
import PagingEngine
import PagingRoom
import PagingWire
import RoomStore
import TestPeers
import Testing

extension CommandScenes {
    /// `riffle backup` of a store that a server uses.
    @Suite struct BackupTests {
        /// The page on which an exported room rests.
        private func page(of room: String, in store: String) throws -> Int {
            let export = try RunningProgram.run(["store", "export", store, room])
            #expect(export.code == 0, "\(export.complaints)")
            let first = try RawObject(line: try #require(export.lines.first))
            #expect(first.type == "room" && first.text("room") == room)
            return try #require(first.number("page"))
        }

        @Test func aBackupHasEverythingThatWasAcknowledgedBeforeIt() throws {
            let store = try StoreFile()
            let copies = try ScratchFolder()
            let rooms = ["one=threePage:numbers", "two=threePage:numbers"]
            try EndToEndFixture.with(rooms: rooms, loops: 2, store: store.path) { stage in
                let ann = try stage.join("ann", role: .presenter, room: "one")
                let ben = try stage.join("ben", role: .presenter, room: "two")
                // Longer than the test takes; one after the other, without a pause for the backups.
                let jumps = (1...20_000).map { Request.jump(PageIndex($0), animated: false) }
                ben.order { $0.play(jumps, everyMilliseconds: 10) }
                for round in 1...20 {
                    try ann.achieve(.jump(PageIndex(Int64(round)), animated: false))
                    let seen = try ben.wait("a page") { ($0.replica?.settled ?? PageIndex(0)) > PageIndex(0) }
                    let settled = try #require(seen.replica?.settled.value)
                    let path = copies.path("copy-\(round).sqlite")
                    let backup = try RunningProgram.run(["backup", store.path, path])
                    try #require(backup.code == 0, "\(backup.complaints)")
                    #expect(backup.lines.first?.hasPrefix("\(path): 2 rooms, ") == true, "\(backup.lines)")
                    let check = try RunningProgram.run(["store", "check", path])
                    #expect(check.code == 0 && check.lines.last == "2 rooms, 0 damaged", "\(check.lines)")
                    #expect(try page(of: "one", in: path) == round)
                    #expect(try page(of: "two", in: path) >= Int(settled), "round \(round)")
                }
                ben.order { $0.play([], everyMilliseconds: 1) }
                #expect(try stage.stopServer() == 0)
            }
            // A server starts with a copy.
            let server = try RunningServer(rooms: [], loops: 1, store: copies.path("copy-20.sqlite"))
            defer { server.end() }
            let carl = try RawClient(port: server.port, path: "/rooms/one")
            try carl.join()
            #expect(try carl.next("snapshot").line.contains(#""settled":20"#))
        }

        @Test func nothingIsOverwrittenAndErrorsAreNamed() throws {
            let folder = try ScratchFolder()
            let store = folder.path("rooms.sqlite")
            try RoomStore(path: store) { _ in }.close()
            let notes = try folder.write("mine", to: "notes.txt")
            let existing = try RunningProgram.run(["backup", store, notes])
            #expect(existing.code == 64 && existing.complaints.contains("exists already"), "\(existing)")
            #expect(try String(contentsOfFile: notes, encoding: .utf8) == "mine")
            let other = try RunningProgram.run(["backup", notes, folder.path("copy")])
            #expect(other.code == 65 && other.complaints.contains("expected a room store"), "\(other)")
            let missing = try RunningProgram.run(["backup", folder.path("none"), folder.path("copy")])
            #expect(missing.code == 1 && missing.complaints.contains("no such file"), "\(missing)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
            #expect(try RunningProgram.run(["backup", store]).code == 64)
        }
    }
}
