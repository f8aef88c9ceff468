import ArgumentParser

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
        var request = HTTPExchange.ExchangeRequest(method: method, path: path)
        if let token { request.headers.append((name: "Authorization", value: "Bearer \(token)")) }
        let exchange = HTTPExchange(
            host: address.host, port: address.port, timeoutSeconds: AdminClient.timeoutSeconds,
            mostBytes: AdminClient.mostBytes)
        do throws(HTTPExchange.ExchangeFailure) {
            let answer = try exchange.send(request)
            return Answer(status: answer.status, body: answer.body)
        } catch {
            throw CommandFailure(description: "\(address): \(error.reason)")
        }
    }
}
