/// An HTTP request of a user, made before its connection opens.
package struct HTTPCall: Hashable, Sendable {
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get, head, post, put, patch, delete

        /// The method as the request has it.
        package var name: String { rawValue.uppercased() }
    }

    package var method: Method
    /// An absolute URL of `http` or `https`, or a path of the run's target.
    package var url: String
    package var headers: [PlainEndpoint.Header] = []
    package var content: HTTPContent?
    /// The statuses that the answer may have; empty: all from 200 to 299.
    package var expected: [Int] = []
    /// The most redirects that are followed.
    package var redirects = 0
    package var withinMilliseconds = HTTPCall.standardWithinMilliseconds

    package static let standardWithinMilliseconds: Int64 = 10_000
    static let longestMilliseconds: Int64 = 30_000
    static let mostRedirects = 10

    package init(_ method: Method, _ url: String) {
        (self.method, self.url) = (method, url)
    }

    package func expects(_ status: Int) -> Bool {
        expected.isEmpty ? (200...299).contains(status) : expected.contains(status)
    }

    /// The request in words. Values behind `?` are left out, for they may be secret.
    package var words: String { "\(method.name) \(url.prefix { $0 != "?" })" }

    /// The expected statuses in words.
    package var statusWords: String {
        expected.isEmpty
            ? "a status from 200 to 299" : "the status \(expected.map(String.init).joined(separator: " or "))"
    }

    /// Whether a text is a URL that a user may ask for.
    static func isURL(_ text: String) -> Bool {
        let isClean = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != "#" }
        let scheme = text.prefix { $0 != "/" }.lowercased()
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
        let hasHost = (scheme == "http:" || scheme == "https:") && text.dropFirst(scheme.count).hasPrefix("//")
        // A password in a URL would stand in reports.
        let authority = text.dropFirst(scheme.count + 2).prefix { $0 != "/" && $0 != "?" }
        return isClean && text.utf8.count <= ScriptLimits.urlBytes
            && (isPath || hasHost && !authority.isEmpty && !authority.contains("@"))
    }
}

/// The reason why a request counts as failed.
package enum HTTPError: String, Hashable, Sendable, CaseIterable {
    /// Another status than expected.
    case status
    case timeout
    /// The TLS handshake failed, or the certificate was not accepted.
    case tls
    /// No connection: refused, unreachable, or no such host.
    case refused
    /// The answer ended early, is too long, or cannot be read.
    case broken
}

/// The body of a request.
package enum HTTPContent: Hashable, Sendable {
    /// JSON as text.
    case json(String)
    /// The fields of a form of HTML.
    case form([KeyedValue<String>])
    case text(String)

    /// The value of `Content-Type`.
    package var type: String {
        switch self {
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        case .text: "text/plain; charset=utf-8"
        }
    }

    package var body: String {
        switch self {
        case .json(let text), .text(let text): text
        case .form(let fields):
            fields.map { "\($0.key.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        }
    }
}

extension String {
    /// The text with all bytes but the unreserved ones of RFC 3986 as `%XX`.
    var percentEncoded: String {
        let marks = Array("-._~".utf8)
        var encoded: [UInt8] = []
        for byte in utf8 {
            let character = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (Character(character).isLetter || Character(character).isNumber)
            if isPlain || marks.contains(byte) {
                encoded.append(byte)
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
