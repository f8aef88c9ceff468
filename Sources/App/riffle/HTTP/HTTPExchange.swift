import Glibc
import Platform

/// One request over HTTP/1.1 without TLS, and its answer, on a thread that may wait.
struct HTTPExchange {
    struct ExchangeRequest {
        var method: String
        var path: String
        var headers: [(name: String, value: String)] = []
        var body: [UInt8] = []
    }

    struct ExchangeAnswer {
        let status: Int
        let body: String
    }

    struct ExchangeFailure: Error {
        let reason: String
    }

    let host: String
    let port: UInt16
    /// Limit for each of: the connection, the request, the answer.
    let timeoutSeconds: Int
    /// The longest answer that is read.
    let mostBytes: Int

    func send(_ request: ExchangeRequest) throws(ExchangeFailure) -> ExchangeAnswer {
        let descriptor = try connect()
        defer { close(descriptor) }
        var head = "\(request.method) \(request.path) HTTP/1.1\r\n"
        head += "Host: \(host.contains(":") ? "[\(host)]" : host):\(port)\r\nConnection: close\r\n"
        if request.method == "POST" { head += "Content-Length: \(request.body.count)\r\n" }
        for header in request.headers { head += "\(header.name): \(header.value)\r\n" }
        try write(Array((head + "\r\n").utf8) + request.body, to: descriptor)
        return try answer(from: descriptor)
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws(ExchangeFailure) {
        let deadline = MonotonicClock.milliseconds + Int64(timeoutSeconds) * 1_000
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw ExchangeFailure(reason: "cannot send: \(String(cString: strerror(errno)))")
            }
            guard rest.isEmpty || MonotonicClock.milliseconds < deadline else {
                throw ExchangeFailure(reason: "the request was not taken within \(timeoutSeconds) s")
            }
        }
    }

    private func answer(from descriptor: Int32) throws(ExchangeFailure) -> ExchangeAnswer {
        let deadline = MonotonicClock.milliseconds + Int64(timeoutSeconds) * 1_000
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < mostBytes {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, MonotonicClock.milliseconds < deadline else {
                throw ExchangeFailure(reason: "no answer within \(timeoutSeconds) s")
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("HTTP/"), let end = text.firstRange(of: "\r\n\r\n"),
            let word = text.split(separator: " ").dropFirst().first, let status = Int(word.prefix(3))
        else {
            throw ExchangeFailure(reason: "expected an answer over HTTP, got \(bytes.count) bytes of something else")
        }
        return ExchangeAnswer(status: status, body: String(text[end.upperBound...]))
    }

    private func connect() throws(ExchangeFailure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0 else { throw ExchangeFailure(reason: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        var reason = "no address"
        var next = found
        while let candidate = next?.pointee {
            next = candidate.ai_next
            let kind = candidate.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(candidate.ai_family, kind, candidate.ai_protocol)
            var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
            if descriptor >= 0, Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 {
                return descriptor
            }
            reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
        }
        throw ExchangeFailure(reason: reason)
    }
}
