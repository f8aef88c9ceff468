import ArgumentParser
import Foundation
import Tokens

struct TokenInspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print the rights of a token, and with the secret whether it is valid.",
        discussion: """
            Other users of this machine can see a token on the command line; give - and the token on standard input.

            Ends with 0 when the token is valid or was not checked, with 65 when it cannot be read, and with 77 when it \
            is not valid.
            """)

    @Argument(help: "The token; - reads it from standard input.")
    var token: String

    @Option(help: "The server's secret file; without it the signature is not checked.")
    var secretFile: String?

    func run() throws {
        let token = try text()
        let grant: Grant
        switch TokenKeys.read(token) {
        case .success(let claimed): grant = claimed
        case .failure(let refusal): throw fail(refusal.description, ExitStatus.unreadable)
        }
        Self.lines(grant).forEach(StandardStreams.print)
        guard let secretFile else {
            StandardStreams.print("valid:   unknown (no --secret-file)")
            return
        }
        let keys: TokenKeys
        do {
            keys = try Awaited.result { try await TokenKeys(path: secretFile) }
        } catch {
            throw fail("\(error)", ExitStatus.unreadable)
        }
        keys.warnings.forEach { StandardStreams.say("riffle token: \($0)") }
        switch keys.verify(token, now: .now) {
        case .success: StandardStreams.print("valid:   yes")
        case .failure(let refusal):
            StandardStreams.print("valid:   no, \(refusal)")
            throw ExitStatus.refused
        }
    }

    private func text() throws -> String {
        guard token == "-" else { return token }
        do {
            return try TextFile.read("-").trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw fail("\(error)", ExitStatus.unreadable)
        }
    }

    private func fail(_ sentence: String, _ code: ExitCode) -> ExitCode {
        StandardStreams.say("riffle token: \(sentence)")
        return code
    }

    /// One line for each claim. Texts of the issuer are quoted, as they may have control characters.
    private static func lines(_ grant: Grant) -> [String] {
        func time(_ time: UnixTime) -> String {
            Date(timeIntervalSince1970: Double(time.seconds)).ISO8601Format()
        }
        var lines = ["room:    \(grant.room.description.debugDescription)", "role:    \(grant.role)"]
        if let name = grant.name { lines.append("name:    \(name.debugDescription)") }
        lines.append("create:  \(grant.mayCreate ? "yes" : "no")")
        if let issued = grant.issued { lines.append("issued:  \(time(issued))") }
        if let start = grant.notBefore { lines.append("from:    \(time(start))") }
        lines.append("expires: \(time(grant.expires))")
        if let id = grant.id { lines.append("id:      \(id.debugDescription)") }
        return lines
    }
}
