import Foundation
import TestPeers

/// A real `riffle serve` that speaks TLS, and the authority that signed for it.
final class SecureServer {
    let authority: TestAuthority
    /// The files from which the server reads its certificate; `put` writes them again.
    let files: TestAuthority.Pair
    let program: RunningProgram
    let url: String

    init(names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 1, more words: [String] = []) throws {
        authority = try TestAuthority()
        files = try authority.issue(names, days: days)
        program = try RunningProgram(
            arguments: [
                "serve", "--listen", "127.0.0.1:0", "--loops", "2", "--room", "talk=threePage:numbers",
                "--tls-cert", files.certificate, "--tls-key", files.key,
            ] + words)
        do {
            let greeting = try program.nextLine()
            guard greeting.hasPrefix("listening on wss://127.0.0.1:") else {
                throw ExpectationError("listening on wss://HOST:PORT", instead: greeting)
            }
            url = greeting.dropFirst("listening on ".count) + "/rooms/talk"
        } catch {
            program.end()
            throw error
        }
    }

    /// Puts another certificate where the server reads its own; it reads when it is told to.
    func put(_ pair: TestAuthority.Pair) throws {
        for (from, to) in [(pair.certificate, files.certificate), (pair.key, files.key)] {
            try Data(contentsOf: URL(fileURLWithPath: from)).write(to: URL(fileURLWithPath: to), options: .atomic)
        }
    }

    /// Has the server read its files, and waits until it says how that went.
    func renew(until sentence: String, times count: Int = 1) throws {
        program.signal(SIGHUP)
        try program.waitForComplaint(sentence, times: count)
    }

    func end() { program.end() }
}
