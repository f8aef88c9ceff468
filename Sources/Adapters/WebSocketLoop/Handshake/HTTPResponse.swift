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

/// The answer to a plain `GET` or `POST`; the connection is closed after it.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    package var contentType: String
    package var body: [UInt8]

    package init(status: Int, contentType: String = "text/plain; charset=utf-8", body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A line of text.
    package init(status: Int, text: String) {
        self.init(status: status, body: Array((text + "\n").utf8))
    }

    /// The whole message as it goes on the wire.
    var encoded: [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.phrase(of: status))\r\n"
        head += "Content-Type: \(contentType)\r\nContent-Length: \(body.count)\r\nCache-Control: no-store\r\n"
        switch status {
        case 405: head += "Allow: GET\r\n"
        case 426: head += "Sec-WebSocket-Version: 13\r\n"
        case 429, 503: head += "Retry-After: 1\r\n"
        default: break
        }
        head += "Connection: close\r\n\r\n"
        return Array(head.utf8) + body
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: status < 400 ? "Done" : "Refused"
        }
    }
}
