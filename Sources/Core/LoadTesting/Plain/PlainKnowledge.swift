import Scripting
import Support

/// The knowledge of a plain user: its values, and the last message that it waited for, or the last answer by HTTP.
struct PlainKnowledge: Sendable {
    private(set) var values: UserValues
    private var message: String?
    private var headers: [KeyedValue<String>] = []

    init(_ values: UserValues) {
        self.values = values
    }

    mutating func reach(_ position: (iteration: Int, rounds: Int)) {
        values.reach(iteration: position.iteration, rounds: position.rounds)
    }

    /// Forgets the last message, as the next one is waited for: what looks at it must not find an older one.
    mutating func forgetMessage() {
        (message, headers) = (nil, [])
    }

    /// Keeps the message of a `reply` or a `push` for the steps that look at it.
    mutating func keep(_ message: PlainMessage) {
        if case .binary(let bytes) = message {
            self.message = String(decoding: bytes, as: UTF8.self)
        } else {
            self.message = message.text
        }
    }

    /// Keeps the answer to an HTTP request in the same way.
    mutating func keep(_ body: String, headers: [KeyedValue<String>]) {
        (message, self.headers) = (body, headers)
    }

    func holds(_ condition: StepCondition, _ content: ContentReader) throws(MissingValue) -> Bool {
        try condition.holds(values, message: message, content)
    }

    /// Keeps a part of the last message; returns what was missing, in words.
    mutating func capture(
        _ capture: Capture, _ content: ContentReader
    ) throws(MissingValue) -> (expected: String, found: String)? {
        if let value = message.flatMap({ capture.value(in: $0, headers: headers, content) }) {
            values.capture(value, as: capture.name)
            return nil
        }
        if let standard = capture.standard {
            values.capture(try values.filled(standard), as: capture.name)
            return nil
        }
        let isHeader = if case .header = capture.part { true } else { false }
        let found = isHeader ? "none" : message.map { "`\($0.beginning(60))`" } ?? "no message"
        return ("\(capture.words), for `\(capture.name)`", found)
    }
}
