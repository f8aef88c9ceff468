package import Scripting

/// A frame of a protocol on top of WebSocket, whatever its framing.
package struct WireFrame: Hashable, Sendable {
    /// Empty in a framing without kinds.
    package var kind: String
    package var fields: [KeyedValue<String>]
    /// The body as text; bytes that are no UTF-8 are replaced.
    package var body: String

    package init(kind: String = "", fields: [KeyedValue<String>] = [], body: String = "") {
        self.kind = kind
        self.fields = fields
        self.body = body
    }

    /// The value of a field; nil when the frame has none of that name.
    package subscript(field: String) -> String? { fields.first { $0.key == field }?.value }
}

/// A message of a profile on its way to the server, with its arguments.
package struct ProfileCall: Hashable, Sendable {
    package var message: String
    /// The number of the message over all users.
    package var number: Int
    package var values: [KeyedValue<String>]

    package init(message: String, number: Int, values: [KeyedValue<String>] = []) {
        self.message = message
        self.number = number
        self.values = values
    }
}

/// A frame on its way from the server to the script.
package struct ProfileDelivery: Hashable, Sendable {
    package enum Meaning: Hashable, Sendable {
        /// The reply to the call with this number.
        case reply(Int)
        case push
        case other
    }

    package var meaning: Meaning
    /// The part of the frame that the script sees.
    package var body: String

    package init(_ meaning: Meaning, body: String) {
        self.meaning = meaning
        self.body = body
    }
}

/// A frame that cannot be read or written, and why.
package struct FramingError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
