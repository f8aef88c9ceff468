import Foundation

/// One object from a server as a stranger sees it: a line of JSON.
struct RawObject: CustomStringConvertible {
    let line: String
    private let fields: [String: Any]

    init(line: String) throws {
        self.line = line
        guard let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            throw ExpectationError("an object", instead: line)
        }
        self.fields = fields
    }

    var description: String { line }
    var type: String { text("type") ?? "" }
    func text(_ name: String) -> String? { fields[name] as? String }
    func number(_ name: String) -> Int? { fields[name] as? Int }
    func flag(_ name: String) -> Bool? { fields[name] as? Bool }

    /// Whether it is a numbered event of the room.
    var isEvent: Bool {
        number("seq") != nil && !["welcome", "snapshot", "ack", "reject", "offset"].contains(type)
    }
}
