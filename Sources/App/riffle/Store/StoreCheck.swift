import ArgumentParser
import RoomStore

struct StoreCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a store and every record in it.",
        discussion: """
            Prints a line for the file or the database, one for the revoked tokens if there are any, one for each sound room and one for \
            each damaged record, by room and number.

            A damaged record keeps its room from starting; the other rooms start. A damaged file keeps the server from \
            starting. In both cases restore a backup. Without one, export saves what can be read, and remove takes \
            the room away.

            Ends with 0 when all is sound, and with 65 when something is damaged.
            """)

    @Argument(help: "Path or URL of the store, or path of a backup.", completion: .file())
    var store: String

    func run() throws {
        let result = try StoreText.orEnd { () throws(RoomStoreError) in Self.check(try StoreLocation(store).reader()) }
        // Printed after the reader has ended: a pipe that nobody reads must not hold its transaction.
        result.lines.forEach(StandardStreams.print)
        if result.isDamaged { throw ExitStatus.unreadable }
    }

    private typealias Result = (lines: [String], isDamaged: Bool)

    private static func check(_ reader: any StoreReader) -> Result {
        let findings = reader.findings().map { "\(reader.kind): \($0.printableLine)" }
        let (tokens, rooms) = (checkRevokedTokens(reader), checkRooms(reader))
        return (
            (findings.isEmpty ? ["\(reader.kind): ok"] : findings) + tokens.lines + rooms.lines,
            !findings.isEmpty || tokens.isDamaged || rooms.isDamaged
        )
    }

    /// No line for a store without revoked tokens.
    private static func checkRevokedTokens(_ reader: any StoreReader) -> Result {
        do throws(RoomStoreError) {
            let count = try reader.revokedTokens().count
            return (count == 0 ? [] : ["revoked tokens: ok, \(count)"], false)
        } catch {
            return (["revoked tokens: cannot be read (\(error))"], true)
        }
    }

    private static func checkRooms(_ reader: any StoreReader) -> Result {
        let rooms: [StoredRoomSize]
        do throws(RoomStoreError) {
            rooms = try reader.rooms()
        } catch {
            return (["rooms: cannot be read (\(error))"], true)
        }
        var lines: [String] = []
        var damagedCount = 0
        for room in rooms {
            let damages = damages(of: room.name, reader)
            let name = RestoredRoom.shown(room.name)
            if damages.isEmpty { lines.append("\(name): ok, \(room.records) records") }
            lines += damages.map { "\(name): \("\($0)".printableLine)" }
            damagedCount += damages.isEmpty ? 0 : 1
        }
        return (lines + ["\(StoreText.rooms(rooms.count)), \(damagedCount) damaged"], damagedCount > 0)
    }

    private static func damages(of name: String, _ reader: any StoreReader) -> [RestoredRoom.Damage] {
        do throws(RoomStoreError) {
            guard let stored = try reader.room(named: name) else {
                return [RestoredRoom.Damage(reason: "no room can have this name")]
            }
            return RestoredRoom(stored).damages
        } catch {
            return [RestoredRoom.Damage(reason: "its records cannot be read (\(error))")]
        }
    }
}
