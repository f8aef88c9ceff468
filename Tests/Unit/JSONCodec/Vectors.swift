import Foundation
import TestSupport
import Testing

/// Test vectors of `Protocol/`, which are also for other implementations.
enum Vectors {
    static let protocolFolder = Repository.file("Protocol")

    /// The objects of a file that holds one per line.
    static func lines(_ name: String) throws -> [Vector] {
        let text = try String(contentsOf: protocolFolder.appending(path: "vectors/\(name)"), encoding: .utf8)
        return try text.split(separator: "\n").enumerated().map { index, line in
            Vector(line: index + 1, fields: try JSONValue(Array(line.utf8)))
        }
    }

    /// The rows of a file that is one object.
    static func rows(_ name: String) throws -> [JSONValue] {
        let data = try Data(contentsOf: protocolFolder.appending(path: "vectors/\(name)"))
        return try JSONValue(Array(data))["rows"]?.list ?? []
    }
}

/// One line of a file of vectors.
struct Vector: CustomTestStringConvertible {
    let line: Int
    let fields: JSONValue

    var testDescription: String { "line \(line): \(fields["about"]?.string ?? "")" }

    /// The bytes to read: the text or the bytes as given, or the message as any writer would spell it.
    var bytes: [UInt8] {
        if let hex = fields["hex"]?.string {
            return stride(from: 0, to: hex.utf8.count, by: 2).compactMap {
                UInt8(hex.dropFirst($0).prefix(2), radix: 16)
            }
        }
        if let text = fields["line"]?.string {
            guard let fill = fields["fill"]?.integer else { return Array(text.utf8) }
            return Array(text.replacing("@", with: String(repeating: "a", count: fill)).utf8)
        }
        return fields["message"]?.canonical ?? []
    }
}
