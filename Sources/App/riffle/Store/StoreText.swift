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

    /// Columns of equal width; the first and the last column start at the left, the numbers between end at the right.
    static func table(_ rows: [[String]]) -> [String] {
        guard let head = rows.first else { return [] }
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                if column == head.count - 1 { return row[column] }
                return column == 0 ? row[column] + space : space + row[column]
            }.joined(separator: "  ")
        }
    }

    /// Text of a store without characters that a terminal may execute.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: plain.append("\u{FFFD}")
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }
}

extension RoomStoreError {
    /// The status with which a command ends for this error.
    var exitStatus: ExitCode {
        switch self {
        case .notAStore, .newerVersion, .damaged: ExitStatus.unreadable
        case .exists: ExitStatus.usage
        case .locked, .readOnly, .cannotOpen, .stopped, .failing, .backlogFull, .closed, .unsaved: ExitStatus.failure
        }
    }
}
