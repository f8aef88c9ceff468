/// How people come to a room that is served here.
struct Invitation {
    /// HOST:PORT as bound.
    let address: String
    let room: String
    /// Secrets of tokens, one of which everybody then needs.
    var secretFile: String?

    /// How whoever sits at this machine reaches it.
    var ownURL: String { url(isEverywhere ? address.hasPrefix("[") ? "[::1]" : "127.0.0.1" : host) }

    /// What others type: one line for each address by which they may reach the server, and with secrets one more that
    /// says where tokens come from.
    ///
    /// - Parameter hosts: this machine's addresses as others see them.
    func lines(hosts: [String]) -> [String] {
        let token = secretFile == nil ? "" : " --token-file TOKEN"
        let lines = (isEverywhere ? hosts + ["127.0.0.1"] : [host]).map { "riffle join \(url($0))\(token)" }
        guard let secretFile else { return lines }
        let issue = "riffle token --secret-file \(secretFile) --room \(room) --role viewer --expires 8h"
        return lines + ["TOKEN is a file made by: \(issue) > TOKEN"]
    }

    private func url(_ host: String) -> String { "ws://\(host):\(port)/rooms/\(room)" }

    private var port: Substring { address.split(separator: ":").last ?? "" }

    private var host: String { String(address.dropLast(port.count + 1)) }

    private var isEverywhere: Bool { ["0.0.0.0", "[::]"].contains(host) }
}
