/// A request of one user.
package struct HTTPRequest: Hashable, Sendable {
    package struct HeaderLine: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Such as `GET`.
    package var method: String
    /// An absolute URL of `http` or `https`.
    package var url: String
    package var headers: [HeaderLine] = []
    package var body: String?
    /// The most redirects that are followed.
    package var redirects = 0
    package var withinMilliseconds: Int64 = 10_000
    /// A numeric address of this machine to connect from; nil leaves the choice to the system.
    package var source: String?

    package init(_ method: String, _ url: String) {
        (self.method, self.url) = (method, url)
    }

    /// Bytes of a body, and of all headers of an answer.
    static let bodyBytes = 1 << 20
    static let headerBytes = 1 << 16
}

/// The end of a request.
package struct HTTPOutcome: Hashable, Sendable {
    package enum FailureKind: Hashable, Sendable {
        case timeout
        case tls
        case refused
        case broken
    }

    package enum HTTPReply: Hashable, Sendable {
        case answered(status: Int, headers: [HTTPRequest.HeaderLine], body: [UInt8])
        case failed(FailureKind, reason: String)
    }

    package var answer: HTTPReply
    /// All cookies that the user has now.
    package var cookies: [HTTPCookie] = []
    /// Microseconds between `send` and the begin of the request.
    package var waitedMicroseconds: Int64 = 0
}
