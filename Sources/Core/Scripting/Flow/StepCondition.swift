/// A comparison of a value that a user has, or of the last message it waited for.
package struct StepCondition: Hashable, Sendable {
    package var subject: ConditionSubject
    package var comparison: ConditionComparison

    package init(_ subject: ConditionSubject, _ comparison: ConditionComparison) {
        self.subject = subject
        self.comparison = comparison
    }

    /// Whether it holds. A message or a value that is not there is different from everything.
    package func holds(_ values: UserValues, message: String?, _ content: ContentReader) throws(MissingValue) -> Bool {
        let found: String?
        switch subject {
        case .message: found = message
        case .pointer(let pointer): found = message.flatMap { content.value($0, pointer) }
        case .value(let text): found = try? values.filled(text)
        }
        switch comparison {
        case .equals(let text): return try found == values.filled(text)
        case .differs(let text): return try found != values.filled(text)
        case .contains(let text):
            let part = try values.filled(text)
            return found?.contains(part) == true
        case .matches(let pattern):
            if let found, case .found = content.match(found, pattern) { return true }
            return false
        case .exists(let isThere): return (found != nil) == isThere
        case .atLeast(let bound): return found.flatMap(Double.init).map { $0 >= bound } ?? false
        case .atMost(let bound): return found.flatMap(Double.init).map { $0 <= bound } ?? false
        }
    }
}

/// A part of the last message that a user keeps under a name.
package struct Capture: Hashable, Sendable {
    package var name: String
    package var part: CapturePart
    /// The value where the message has no such part.
    package var standard: ReferenceText?

    package init(name: String, part: CapturePart, standard: ReferenceText? = nil) {
        (self.name, self.part, self.standard) = (name, part, standard)
    }

    /// The part of a message; nil when it has none.
    ///
    /// - Parameter headers: those of the answer to an HTTP request.
    package func value(
        in message: String, headers: [KeyedValue<String>] = [], _ content: ContentReader
    ) -> String? {
        switch part {
        case .message: return message
        case .header(let name): return headers.first { $0.key.lowercased() == name.lowercased() }?.value
        case .pointer(let pointer): return content.value(message, pointer)
        case .pattern(let pattern):
            guard case .found(let groups) = content.match(message, pattern) else { return nil }
            return groups.count > 1 ? groups[1] : groups[0]
        }
    }

    /// The part in words, for failures.
    package var words: String {
        switch part {
        case .message: "a message"
        case .header(let name): "an answer with the header `\(name)`"
        case .pointer(let pointer): "a message with a value at `\(pointer)`"
        case .pattern(let pattern): "a message that matches `\(pattern)`"
        }
    }
}

package enum ConditionSubject: Hashable, Sendable {
    /// The whole message of the last `reply` or `push`.
    case message
    /// The value at a JSON Pointer (RFC 6901) of that message.
    case pointer(String)
    case value(ReferenceText)
}

package enum ConditionComparison: Hashable, Sendable {
    case equals(ReferenceText)
    case differs(ReferenceText)
    case contains(ReferenceText)
    /// A regular expression.
    case matches(String)
    case exists(Bool)
    case atLeast(Double)
    case atMost(Double)
}

package enum CapturePart: Hashable, Sendable {
    case message
    case pointer(String)
    /// A header of the answer to an HTTP request; of several with the name the first one.
    case header(String)
    /// The first group of a regular expression, or the whole match without groups.
    case pattern(String)
}
