import Foundation

/// Any JSON value, read by Foundation, so that the tests do not trust the reader they test.
struct JSONValue: Equatable, @unchecked Sendable, CustomStringConvertible {
    // Foundation's JSON objects are immutable, so threads may share them.
    private let value: Any

    private init(value: Any) {
        self.value = value
    }

    init(_ bytes: [UInt8]) throws {
        value = try JSONSerialization.jsonObject(with: Data(bytes))
    }

    subscript(name: String) -> JSONValue? { (value as? [String: Any])?[name].map(JSONValue.init(value:)) }
    var string: String? { value as? String }
    var integer: Int? { value as? Int }
    var list: [JSONValue]? { (value as? [Any])?.map(JSONValue.init(value:)) }

    /// The one spelling with sorted names.
    var canonical: [UInt8] {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { Array($0) } ?? []
    }

    var description: String { String(decoding: canonical, as: UTF8.self) }

    static func == (left: JSONValue, right: JSONValue) -> Bool { left.canonical == right.canonical }
}
