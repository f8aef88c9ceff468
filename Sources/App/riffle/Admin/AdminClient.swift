import ArgumentParser
import Glibc

/// Sends one request to the admin endpoint of a server and reads the answer.
struct AdminClient {
    private static let timeoutSeconds = 5
    /// The longest answer that is read; a thousand rooms take a tenth of it.
    private static let mostBytes = 4 << 20

    struct Answer {
        let status: Int
        let body: String
    }

    private let address: ListenAddress

    /// - Parameter url: `http://HOST:PORT`, HOST:PORT, or a PORT of this machine.
    init(url: String) throws {
        let scheme = "http://"
        var words = url.hasPrefix(scheme) ? String(url.dropFirst(scheme.count)) : url
        if words.hasSuffix("/") { words.removeLast() }
        guard let address = ListenAddress(argument: words) else {
            throw ValidationError("\(url): expected the address of --admin, such as http://127.0.0.1:7421")
        }
        self.address = address
    }

    /// - Parameter token: sent as `Authorization`, if given.
    func send(_ method: String, _ path: String, token: String? = nil) throws(CommandFailure) -> Answer {
        let descriptor = try connect()
        defer { close(descriptor) }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n"
        if method == "POST" { head += "Content-Length: 0\r\n" }
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        guard StandardStreams.write(Array((head + "\r\n").utf8), to: descriptor) else { throw failure("cannot send") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < AdminClient.mostBytes {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("no answer within \(AdminClient.timeoutSeconds) s") }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n"), let word = text.split(separator: " ").dropFirst().first,
            let status = Int(word)
        else { throw failure("expected an answer of an admin endpoint, got \(bytes.count) bytes of something else") }
        return Answer(status: status, body: String(text[end.upperBound...]))
    }

    private func failure(_ reason: String) -> CommandFailure { CommandFailure(description: "\(address): \(reason)") }

    private func connect() throws(CommandFailure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, "\(address.port)", &hints, &found)
        guard code == 0 else { throw failure(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(found) }
        var reason = "no address"
        var next = found
        while let candidate = next?.pointee {
            next = candidate.ai_next
            let kind = candidate.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(candidate.ai_family, kind, candidate.ai_protocol)
            var limit = timeval(tv_sec: AdminClient.timeoutSeconds, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
            if descriptor >= 0, Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 {
                return descriptor
            }
            reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
        }
        throw failure(reason)
    }
}
