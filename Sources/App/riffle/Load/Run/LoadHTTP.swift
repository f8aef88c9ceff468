import Glibc
import HTTPClient
import LoadTesting
import Scripting
import Support
import WebSocketLoop

/// The HTTP requests of the users of one worker, and the cookies that their handshakes get.
final class LoadHTTP {
    private let client: HTTPClient
    private let targets: LoadTargets
    private var cookies: [Int: [HTTPCookie]] = [:]

    /// Reason why requests are impossible.
    struct Unavailable: Error, CustomStringConvertible {
        let description =
            "expected a thread for HTTP requests, got none; allow the process more descriptors (ulimit -n)"
    }

    /// - Parameter hosts: the only hosts that users may ask; nil: all.
    init(_ targets: LoadTargets, authorities: HTTPClient.HTTPAuthorities, hosts: [String]?) throws(Unavailable) {
        var options = HTTPClient.HTTPOptions()
        options.authorities = authorities
        options.hosts = hosts
        options.agent = "riffle/\(Riffle.version)"
        options.lookup = { host in try? HostAddresses.of(host).first }
        guard let client = HTTPClient(options) else { throw Unavailable() }
        (self.client, self.targets) = (client, targets)
    }

    deinit {
        client.close()
    }

    /// Readable while answers wait.
    var descriptor: Int32 { client.descriptor }

    func send(_ call: HTTPCall, ofUser user: Int) {
        let isPath = call.url.hasPrefix("/")
        var request = HTTPRequest(call.method.name, isPath ? targets.origin(ofUser: user) + call.url : call.url)
        request.headers = call.headers.map { HTTPRequest.HeaderLine($0.name, $0.value) }
        if let content = call.content {
            request.body = content.body
            let isGiven = call.headers.contains { $0.name.lowercased() == "content-type" }
            if !isGiven { request.headers.append(HTTPRequest.HeaderLine("Content-Type", content.type)) }
        }
        (request.redirects, request.withinMilliseconds) = (call.redirects, call.withinMilliseconds)
        request.source = targets.source(ofUser: user)
        client.send(request, user: user)
    }

    /// The user makes no more requests.
    func end(_ user: Int) {
        client.end(user: user)
    }

    /// The user has left: forgets its cookies.
    func forget(_ user: Int) {
        cookies[user] = nil
    }

    /// The answers that have come.
    func takeAnswers() -> [(user: Int, answer: HTTPAnswer)] {
        client.takeOutcomes().map { user, outcome in
            if !outcome.cookies.isEmpty || cookies[user] != nil { cookies[user] = outcome.cookies }
            return (user, HTTPAnswer(LoadHTTP.answer(outcome.answer), lagMicroseconds: outcome.waitedMicroseconds))
        }
    }

    private static func answer(_ answer: HTTPOutcome.HTTPReply) -> HTTPAnswer.AnswerOutcome {
        switch answer {
        case .answered(let status, let headers, let body):
            let pairs = headers.map { KeyedValue(key: $0.name, value: $0.value) }
            return .answered(status: status, headers: pairs, body: String(decoding: body, as: UTF8.self))
        case .failed(let failure, let reason):
            let kind: HTTPError =
                switch failure {
                case .timeout: .timeout
                case .tls: .tls
                case .refused: .refused
                case .broken: .broken
                }
            return .failed(kind, reason: reason.printableLine)
        }
    }

    /// The handshake with the user's cookies for this server.
    func handshake(_ handshake: ClientHandshake, ofUser user: Int, to endpoint: Endpoint) -> ClientHandshake {
        guard let own = cookies[user] else { return handshake }
        let now = Int64(time(nil))
        let sent = own.filter {
            $0.isSent(toHost: endpoint.host, path: endpoint.path, isSecure: endpoint.isSecure, now: now)
        }
        return HTTPCookie.header(sent).map { handshake.adding(header: "Cookie", $0) } ?? handshake
    }
}

extension HTTPClient.HTTPAuthorities {
    /// Those of the file in `SSL_CERT_FILE`, else those of libcurl.
    static var ofSystem: Self { getenv("SSL_CERT_FILE").map { .file(path: String(cString: $0)) } ?? .system }
}

extension LoadTargets {
    /// The beginning of the URLs of the user's server.
    fileprivate func origin(ofUser user: Int) -> String {
        let server = servers[user % servers.count]
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        return "\(server.isSecure ? "https" : "http")://\(host):\(server.port)"
    }
}
