/// A `POST` request without its body.
package struct HTTPPost: Hashable, Sendable {
    /// Path without the query, decoded from percent escapes.
    package var path: String
    /// Part after the `?`, its arguments decoded and joined by `&`; empty when there is none.
    package var query: String
    /// The `Host` header as it came, several joined.
    package var host: String?
    /// The `Authorization` header.
    package var authorization: String?
}

/// A `GET` or `HEAD` request that asks for no upgrade.
package struct HTTPGet: Hashable, Sendable {
    /// Path without the query, decoded from percent escapes.
    package var path: String
    /// The `Host` header as it came, several joined.
    package var host: String?
    /// The `If-None-Match` header.
    package var knownTags: String?
    /// Whether only the head of the answer is wanted.
    package var isHead: Bool

    package init(path: String, host: String? = nil, knownTags: String? = nil, isHead: Bool = false) {
        self.path = path
        self.host = host
        self.knownTags = knownTags
        self.isHead = isHead
    }
}

/// A header of an answer.
package struct HTTPHeader: Hashable, Sendable {
    let name: String
    let value: String
}

/// The answer to a plain `GET`, `HEAD` or `POST`; the connection is closed after it.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    package var contentType: String
    package var body: [UInt8]
    /// The value of `Cache-Control`.
    package var caching = "no-store"
    /// Further headers, in their order.
    package private(set) var headers: [HTTPHeader] = []
    /// Whether only the head is sent; it states the length of the body all the same.
    package var isHead = false

    package init(status: Int, contentType: String = "text/plain; charset=utf-8", body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// Adds a header; neither the name nor the value holds a line break.
    package mutating func add(_ name: String, _ value: String) {
        headers.append(HTTPHeader(name: name, value: value))
    }

    /// A line of text.
    package init(status: Int, text: String) {
        self.init(status: status, body: Array((text + "\n").utf8))
    }

    /// The whole message as it goes on the wire.
    var encoded: [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.phrase(of: status))\r\n"
        head += "Content-Type: \(contentType)\r\nContent-Length: \(body.count)\r\nCache-Control: \(caching)\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        switch status {
        case 405: head += "Allow: GET\r\n"
        case 426: head += "Sec-WebSocket-Version: 13\r\n"
        case 429, 503: head += "Retry-After: 1\r\n"
        default: break
        }
        head += "Connection: close\r\n\r\n"
        return isHead ? Array(head.utf8) : Array(head.utf8) + body
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 421: "Misdirected Request"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: status < 400 ? "Done" : "Refused"
        }
    }
}
