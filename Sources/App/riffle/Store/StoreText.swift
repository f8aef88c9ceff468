import ArgumentParser
import Foundation
import RoomStore

/// Text of the commands about stores.
enum StoreText {
    /// Runs `work`. An error is written to standard error and ends the program.
    static func orEnd<Value>(_ work: () throws(RoomStoreError) -> Value) throws -> Value {
        do throws(RoomStoreError) {
            return try work()
        } catch {
            StandardStreams.printError("riffle store: \(error)")
            throw error.exitStatus
        }
    }

    /// Reports a room that does not exist.
    static func noRoom(_ room: String, in store: String) -> ExitCode {
        let store = (try? StoreLocation(store).name) ?? "the store"
        StandardStreams.printError(
            "riffle store: \(store): there is no room \(RestoredRoom.shown(room)); riffle store list shows all")
        return ExitStatus.failure
    }

    static func rooms(_ count: Int) -> String { count == 1 ? "1 room" : "\(count) rooms" }

    /// A number of bytes, such as `12.5 kB`.
    static func bytes(_ count: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var (value, unit) = (Double(count), 0)
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
        return unit == 0 ? "\(count) B" : String(format: value < 99.95 ? "%.1f" : "%.0f", value) + " \(units[unit])"
    }

    /// A second since 1970 as RFC 3339 in UTC.
    static func time(_ second: Int64?) -> String? {
        second.map { Date(timeIntervalSince1970: Double($0)).ISO8601Format() }
    }
}

extension RoomStoreError {
    /// The status with which a command ends for this error.
    var exitStatus: ExitCode {
        switch self {
        case .notAStore, .foreignTables, .newerVersion, .damaged: ExitStatus.unreadable
        case .exists: ExitStatus.usage
        case .locked, .readOnly, .cannotOpen, .stopped, .failing, .backlogFull, .closed, .unsaved: ExitStatus.failure
        }
    }
}
