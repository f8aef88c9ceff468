import Foundation
import Platform
import RoomStore
import TestPeers
import Testing

extension CommandScenes {
    /// `riffle store`, and servers whose store is damaged or fails.
    @Suite struct StoreCommandTests {
        private func run(_ words: String...) throws -> (code: Int32, lines: [String], complaints: String) {
            try RunningProgram.run(["store"] + words)
        }

        /// A server with the rooms numbers and blob, which have a member and a page each.
        private func serve(_ store: String, _ play: (WatchedServer) throws -> Void) throws {
            let server = try WatchedServer(
                rooms: [EndToEndFixture.numbers, "blob=threePage:numbers"], loops: 2, options: ["--store", store])
            defer { server.program.end() }
            try play(server)
            server.program.signal(SIGTERM)
            #expect(try server.program.exitCode() == 0)
        }

        /// Turns a page of both rooms, and adds a record to blob that no program wrote.
        private func damagedStore(_ path: String) throws -> StoredRoom {
            try serve(path) { server in
                for room in ["numbers", "blob"] {
                    let client = try server.raw(room: room)
                    try client.join(#""role":"member","name":"ann""#)
                    client.send(#"{"type":"jump","id":2,"page":3,"animated":false}"#)
                    try client.next("ack")
                }
            }
            let store = try RoomStore(path: path) { _ in }
            _ = try store.append(room: "blob", record: [0x7B, 0xFF, 0x1B])
            try store.close()
            return try #require(try StoreLocation(path).reader().room(named: "blob"))
        }

        @Test(arguments: StoreKind.available) func oneDamagedRecordKeepsOnlyItsRoomFromStarting(kind: StoreKind) throws
        {
            let store = try StorePlace(kind)
            let before = try damagedStore(store.path)
            let number = try #require(before.records.last).position.number
            try serve(store.path) { server in
                try server.raw(room: "numbers").join()
                let refused = try server.raw(room: "blob")
                #expect(try refused.end() == 4_108)
                #expect(refused.closeReason.contains("damaged"), "\(refused.closeReason)")
                let sent = try RunningProgram.run(["send", "ws://127.0.0.1:\(server.port)/rooms/blob", "next"])
                #expect(sent.code == 77 && sent.complaints.contains("damaged"), "\(sent.complaints)")
                let rooms = try server.ask("/rooms").body
                #expect(rooms.contains(#"{"damage":"record \#(number): "#), "\(rooms)")
                let metrics = try server.metrics()
                #expect(metrics.value("riffle_rooms_damaged") == 1 && metrics.value("riffle_rooms") == 1)
                #expect(try server.ask("/readyz").status == 200, "the other rooms are open")
                for words in [
                    "room not started", "room=blob", "record \(number): ", "riffle store check", "restore a backup",
                ] {
                    try server.program.waitForComplaint(words)
                }
            }
            #expect(
                try StoreLocation(store.path).reader().room(named: "blob") == before, "its records are as they were")
        }

        @Test(arguments: StoreKind.available) func theDamageIsListedExportedAndRemoved(kind: StoreKind) throws {
            let store = try StorePlace(kind)
            let number = try #require(try damagedStore(store.path).records.last).position.number
            let check = try run("check", store.path)
            #expect(check.code == 65 && check.lines.first == "\(kind): ok", "\(check)")
            #expect(check.lines.contains { $0.hasPrefix("blob: record \(number): byte 1: ") }, "\(check.lines)")
            #expect(check.lines.contains { $0.hasPrefix("numbers: ok, ") } && check.lines.last == "2 rooms, 1 damaged")
            let export = try run("export", store.path, "blob")
            #expect(export.code == 65 && export.complaints.contains("record \(number)"), "\(export)")
            let lines = try export.lines.map { try RawObject(line: $0) }
            #expect(lines.first?.type == "room" && lines.first?.number("page") == 3, "\(export.lines)")
            #expect(lines.contains { $0.type == "settings" } && lines.contains { $0.type == "control" })
            #expect(lines.contains { $0.type == "member" && $0.text("name") == "ann" })
            #expect(lines.last?.type == "damage" && lines.last?.number("record") == Int(number))
            #expect(!export.lines.contains { $0.contains("session") }, "sessions are secrets")
            let asked = try run("remove", store.path, "blob")
            #expect(asked.code == 64 && asked.complaints.contains("give --yes"), "\(asked)")
            #expect(try run("remove", store.path, "nowhere", "--yes").code == 1)
            #expect(try run("remove", store.path, "blob", "--yes").code == 0)
            #expect(try run("check", store.path).lines.last == "1 room, 0 damaged")
            try serve(store.path) { server in try server.raw(room: "blob").join() }
        }

        @Test(arguments: StoreKind.available) func aStoreInUseIsReadAndNotChanged(kind: StoreKind) throws {
            let store = try StorePlace(kind)
            let folder = try ScratchFolder()
            try serve(store.path) { server in
                let ann = try server.raw(room: "blob")
                try ann.join()
                #expect(try run("check", store.path).code == 0)
                let removed = try run("remove", store.path, "blob", "--yes")
                #expect(removed.code == 1 && removed.complaints.contains("in use"), "\(removed)")
                let list = try run("list", store.path)
                #expect(list.code == 0 && list.lines.first?.hasPrefix("room") == true)
                // A database does not have the times.
                let end = kind == .file ? "Z" : "-"
                #expect(list.lines.contains { $0.hasPrefix("blob") && $0.hasSuffix(end) }, "\(list.lines)")
                let json = try run("list", store.path, "--json").lines.joined()
                let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
                let row = try #require(object?["rooms"]?.first { $0["name"] as? String == "blob" })
                #expect(row["records"] as? Int ?? 0 > 0 && row["bytes"] as? Int ?? 0 > 100, "\(row)")
                #expect((row["changed"] as? String)?.hasSuffix("Z") == (kind == .file ? true : nil), "\(row)")
                let out = folder.path("blob.jsonl")
                #expect(try run("export", store.path, "blob", "--out", out).code == 0)
                #expect(try String(contentsOfFile: out, encoding: .utf8).hasPrefix(#"{"type":"room","room":"blob""#))
                #expect(try run("export", store.path, "blob", "--out", out).code == 64, "it exists already")
                #expect(try run("export", store.path, "nowhere").code == 1)
                // A second server is refused, and the first goes on.
                let second = try RunningProgram.run(["serve", "--listen", "127.0.0.1:0", "--store", store.path])
                #expect(second.code == 1 && second.complaints.contains("in use"), "\(second.complaints)")
                ann.send(#"{"type":"jump","id":2,"page":3,"animated":false}"#)
                try ann.next("ack")
            }
        }

        /// Other bytes in a row, and a row that is gone.
        @Test(.enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.reason)))
        func damagedRowsKeepOnlyTheirRoomsFromStarting() throws {
            let store = try StorePlace(.database)
            let database = try #require(store.database)
            try serve(store.path) { server in
                for room in ["numbers", "blob"] {
                    let client = try server.raw(room: room)
                    try client.join(#""role":"member","name":"ann""#)
                    for page in 1...5 {
                        client.send(#"{"type":"jump","id":\#(page + 1),"page":\#(page),"animated":false}"#)
                        try client.next("ack")
                    }
                }
            }
            let sound = try database.query("SELECT md5(record) FROM journal WHERE room = 'numbers'")
            try database.query(
                """
                UPDATE journal SET record = set_byte(record, 7, 255) WHERE room = 'blob' AND index = 3;
                DELETE FROM journal WHERE room = 'blob' AND index = 5
                """)
            try serve(store.path) { server in
                try server.raw(room: "numbers").join()
                #expect(try server.raw(room: "blob").end() == 4_108)
                try server.program.waitForComplaint("record 5: the record is missing")
                #expect(!server.program.complaints.contains("secret-word"))
            }
            let check = try run("check", store.path)
            #expect(check.code == 65, "\(check)")
            #expect(check.lines.contains("blob: record 5: the record is missing"), "\(check.lines)")
            #expect(check.lines.contains { $0.hasPrefix("blob: record 3: ") }, "\(check.lines)")
            #expect(check.lines.contains { $0.hasPrefix("numbers: ok") } && !sound.isEmpty)
            let missing = try run("export", store.path, "nowhere")
            #expect(missing.code == 1 && !missing.complaints.contains("secret-word"), "\(missing)")
            let backup = try RunningProgram.run(["backup", store.path, "copy"])
            #expect(backup.code == 64 && backup.complaints.contains("pg_dump"), "\(backup.complaints)")
            #expect(!backup.complaints.contains("secret-word"))
        }

        @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small file system takes a privilege"))
        func aFailingStoreIsVisibleAndNewcomersGetAnAnswer() throws {
            let disk = try SmallDisk(kilobytes: 512)
            try serve(disk.path + "/rooms.store") { server in
                let ann = try server.raw()
                try ann.join()
                #expect(try server.ask("/readyz").status == 200)
                let sound = try server.metrics("a commit") {
                    $0.value("riffle_store_last_commit_timestamp_seconds") ?? 0 > 1_700_000_000
                }
                #expect(sound.value("riffle_store_failing") == 0)
                try disk.fill()
                ann.send(#"{"type":"jump","id":2,"page":3,"animated":false}"#)
                try server.metrics("a failing store") { $0.value("riffle_store_failing") == 1 }
                let ready = try server.ask("/readyz")
                #expect(ready.status == 503 && ready.body.contains("the disk is full"), "\(ready)")
                let open = try RawClient(port: server.port, path: "/readyz", subprotocol: nil, upgrade: false)
                #expect(open.status == 503, "for load balancers too")
                #expect(try server.ask("/healthz").status == 200, "a restart would not help")
                let (start, watch) = (MonotonicClock.milliseconds, Stopwatch())
                let newcomer = try server.raw()
                newcomer.send(#"{"type":"join","id":1,"role":"member"}"#)
                #expect(try newcomer.end() == 4_004)
                #expect(newcomer.closeReason == "the server's disk does not keep up")
                #expect(MonotonicClock.milliseconds - start >= 7_000 && watch.milliseconds < WaitLimit.milliseconds)
                try disk.empty()
                try ann.next("ack")
                try server.metrics("a sound store") { $0.value("riffle_store_failing") == 0 }
                #expect(try server.ask("/readyz").status == 200)
                try server.raw().join()
            }
        }
    }
}
