import ArgumentParser
import FoundationEssentials
import PagingServer
import RoomStore

struct Store: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check, list, export and remove the rooms of a store.",
        discussion: """
            Examples:
              riffle store check rooms.sqlite
              riffle store list rooms.sqlite
              riffle store export rooms.sqlite talk --out talk.jsonl
              riffle store remove rooms.sqlite talk --yes

            check, list and export read the store as it is at that moment, also while a server uses it, and change \
            nothing. remove needs a store that no server uses.
            """,
        subcommands: [StoreCheck.self, StoreList.self, StoreExport.self, StoreRemove.self])
}

struct StoreList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the rooms of a store with their sizes and last changes.",
        discussion: """
            A room has a snapshot and the records since then. The time of its last change is unknown (-) when version \
            0.1.0 has written it, and in a database.
            """)

    @Argument(help: "Path or URL of the store, as given to `riffle serve --store`.", completion: .file())
    var store: String

    @Flag(help: "Print one JSON object: rooms with name, records, bytes, position and changed (RFC 3339, or null).")
    var json = false

    func run() throws {
        let rooms = try StoreText.orEnd { () throws(RoomStoreError) in try StoreLocation(store).reader().rooms() }
        if json { return try printJSON(rooms) }
        guard !rooms.isEmpty else { return StandardStreams.print("no rooms") }
        let rows = rooms.map { room in
            [
                RestoredRoom.shown(room.name), "\(room.records)", StoreText.bytes(room.bytes),
                StoreText.time(room.changed) ?? "-",
            ]
        }
        TextTable.lines([["room", "records", "size", "last change"]] + rows, numbers: [1, 2])
            .forEach(StandardStreams.print)
    }

    private struct Row: Encodable {
        let name: String
        let records: Int
        let bytes: Int
        let position: Int64
        let changed: String?

        private enum Key: CodingKey { case name, records, bytes, position, changed }

        func encode(to encoder: any Encoder) throws {
            var row = encoder.container(keyedBy: Key.self)
            try row.encode(name, forKey: .name)
            try row.encode(records, forKey: .records)
            try row.encode(bytes, forKey: .bytes)
            try row.encode(position, forKey: .position)
            // Also null, so that every row has the same fields.
            try row.encode(changed, forKey: .changed)
        }
    }

    private func printJSON(_ rooms: [StoredRoomSize]) throws {
        let rows = rooms.map {
            Row(
                name: $0.name, records: $0.records, bytes: $0.bytes, position: $0.position.number,
                changed: StoreText.time($0.changed))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        StandardStreams.print(String(decoding: try encoder.encode(["rooms": rows]), as: UTF8.self))
    }
}

struct StoreRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a room from a store that no server uses.",
        discussion: """
            The room cannot be brought back without a backup or an export; a damaged room starts empty afterwards, if \
            the server names it with --room.

            Ends with 64 without --yes, and with 1 when there is no such room or a server uses the store.
            """)

    @Argument(help: "Path or URL of the store, as given to `riffle serve --store`.", completion: .file())
    var store: String

    @Argument(help: "Name of the room.")
    var room: String

    @Flag(help: "Remove the room; without it the command only tells what it would remove.")
    var yes = false

    func run() throws {
        let rooms = try StoreText.orEnd { () throws(RoomStoreError) in try StoreLocation(store).reader().rooms() }
        guard let size = rooms.first(where: { $0.name == room }) else { throw StoreText.noRoom(room, in: store) }
        let what = "\(RestoredRoom.shown(room)), \(size.records) records, \(StoreText.bytes(size.bytes))"
        guard yes else {
            StandardStreams.printError("riffle store: this removes \(what); give --yes")
            throw ExitStatus.usage
        }
        try StoreText.orEnd { () throws(RoomStoreError) in
            let store = try RoomStore(path: store) { _ in }
            try store.remove(room: room)
            try store.close()
        }
        StandardStreams.print("removed \(what)")
    }
}
