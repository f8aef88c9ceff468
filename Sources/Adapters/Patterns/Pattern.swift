import CPCRE2

/// A regular expression of PCRE2 over UTF-8, compiled once. A search that takes too long is given up, so that no message of a
/// server can stop the program.
package final class Pattern {
    /// Steps of a search, and levels of its backtracking in kibibytes of memory.
    private static let (steps, memory): (UInt32, UInt32) = (1_000_000, 20_000)

    private let code: OpaquePointer
    private let data: OpaquePointer
    private let limits: OpaquePointer

    package init(_ text: String) throws(PatternProblem) {
        var (error, offset): (Int32, Int) = (0, 0)
        var text = text
        let code = text.withUTF8 { bytes in
            // Without \C, which could end a match within a character.
            let options = UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C)
            return pcre2_compile_8(bytes.baseAddress, bytes.count, options, &error, &offset, nil)
        }
        guard let code else { throw PatternProblem(description: "\(Pattern.words(error)) at character \(offset + 1)") }
        guard let data = pcre2_match_data_create_from_pattern_8(code, nil),
            let limits = pcre2_match_context_create_8(nil)
        else { preconditionFailure("Expected memory for a regular expression, got none.") }
        pcre2_set_match_limit_8(limits, Pattern.steps)
        pcre2_set_heap_limit_8(limits, Pattern.memory)
        // Where the machine cannot compile it, the interpreter searches.
        _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
        (self.code, self.data, self.limits) = (code, data, limits)
    }

    deinit {
        pcre2_match_context_free_8(limits)
        pcre2_match_data_free_8(data)
        pcre2_code_free_8(code)
    }

    /// The first match in a text.
    package func match(in text: String) -> PatternMatch {
        var text = text
        return text.withUTF8 { bytes in
            // A String is UTF-8 always.
            let options = UInt32(PCRE2_NO_UTF_CHECK)
            var count = pcre2_match_8(code, bytes.baseAddress, bytes.count, 0, options, data, limits)
            if count == PCRE2_ERROR_JIT_STACKLIMIT {
                // The interpreter takes its memory from the heap, within the limit.
                count = pcre2_match_8(
                    code, bytes.baseAddress, bytes.count, 0, options | UInt32(PCRE2_NO_JIT), data, limits)
            }
            if count == PCRE2_ERROR_NOMATCH { return .none }
            guard count > 0, let places = pcre2_get_ovector_pointer_8(data) else { return .tooLong }
            let groups = (0..<Int(pcre2_get_ovector_count_8(data))).map { group -> String? in
                let (start, end) = (places[2 * group], places[2 * group + 1])
                guard start >= 0, start <= end, end <= bytes.count else { return nil }
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
            return .found(groups)
        }
    }

    private static func words(_ error: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(error, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<Int(count)], as: UTF8.self) : "error \(error)"
    }
}

/// The result of a search.
package enum PatternMatch: Hashable, Sendable {
    /// The groups, the whole match first; nil for a group that took no part.
    case found([String?])
    case none
    case tooLong
}

/// An error in the text of an expression.
package struct PatternProblem: Error, Hashable, CustomStringConvertible {
    package let description: String
}
