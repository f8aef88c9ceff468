import ArgumentParser
import Foundation
import PagingRoom
import Tokens

struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Issue and inspect the tokens of closed rooms.",
        discussion: """
            Examples:
              riffle token new-secret secret
              riffle token --secret-file secret --room talk --role member --expires 8h
              riffle token inspect --secret-file secret TOKEN
            """,
        subcommands: [TokenIssue.self, TokenInspect.self, TokenNewSecret.self], defaultSubcommand: TokenIssue.self)
}

struct TokenIssue: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "issue", abstract: "Print a new token.")

    @Option(help: "The server's secret file; see `riffle token new-secret --help`.")
    var secretFile: String

    @Option(help: "Name of the room; a * at its end matches any text: talk-*, or * for every room.")
    var room: String

    @Option(help: "Role of the member: presenter, member or viewer.")
    var role: Role

    @Option(help: "Name of the member. By default the member chooses it.")
    var name: String?

    @Flag(help: "Allow the member to create rooms.")
    var create = false

    @Option(help: "Validity: 30m, 8h, 7d.")
    var expires: Lifetime

    @OptionGroup var rules: TokenRuleOptions

    func validate() throws {
        if RoomPattern(room) == nil {
            throw ValidationError("--room \(room): expected a name, or a prefix with * at its end")
        }
        try MemberOptions.check(name: name)
    }

    func run() throws {
        guard let pattern = RoomPattern(room) else { throw ExitStatus.usage }
        let (token, warnings) = try ExitStatus.orEnd("riffle token", with: ExitStatus.unreadable) {
            try TokenIssue.token(
                secretFile: secretFile, room: pattern, role: role, name: name, mayCreate: create, expires: expires,
                rules: rules.rules)
        }
        warnings.forEach { StandardStreams.printError("riffle token: \($0)") }
        StandardStreams.print(token)
    }

    /// A new token, and warnings about the secret file.
    private static func token(
        secretFile: String, room: RoomPattern, role: Role, name: String?, mayCreate: Bool, expires: Lifetime,
        rules: TokenRules = TokenRules()
    ) throws -> (token: String, warnings: [String]) {
        let now = UnixTime.now
        let grant = Grant(
            room: room, role: role, name: name, mayCreate: mayCreate,
            expires: UnixTime(seconds: now.seconds + expires.seconds), issued: now, id: Secret.make(bytes: 16))
        let keys = try TokenKeys(path: secretFile, rules: rules)
        return (try keys.issue(grant), keys.warnings)
    }

    /// A token for the presenter of a server it started itself. It is valid for longer than any talk, and no other user sees it.
    static func presenterToken(secretFile: String, room: String) throws -> String {
        guard let pattern = RoomPattern(room), let expires = Lifetime(argument: "7d") else { throw ExitStatus.usage }
        return try token(
            secretFile: secretFile, room: pattern, role: .presenter, name: nil, mayCreate: false, expires: expires
        ).token
    }
}

/// Claims as `serve` requires them with `--token-issuer`, `--token-audience` and `--token-type`.
struct TokenRuleOptions: ParsableArguments {
    @Option(help: "Claim `iss`, as `serve --token-issuer` requires it.")
    var issuer: String?

    @Option(help: "Claim `aud`, as `serve --token-audience` requires it.")
    var audience: String?

    @Option(help: "Header `typ`, as `serve --token-type` requires it.")
    var type: String?

    var rules: TokenRules { TokenRules(issuer: issuer, audience: audience, type: type) }
}

extension UnixTime {
    /// The time of the wall clock.
    static var now: UnixTime { UnixTime(seconds: Int64(Date().timeIntervalSince1970)) }
}

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

    @OptionGroup var rules: TokenRuleOptions

    func run() throws {
        let token = try text()
        let grant: Grant
        switch TokenKeys.read(token) {
        case .success(let claimed): grant = claimed
        case .failure(let refusal):
            let isFile = FileManager.default.fileExists(atPath: self.token)
            let advice = isFile ? "; this is a file: riffle token inspect - < \(self.token)" : ""
            throw fail("\(refusal)\(advice)", ExitStatus.unreadable)
        }
        Self.lines(grant).forEach(StandardStreams.print)
        guard let secretFile else {
            StandardStreams.print("valid:   unknown (no --secret-file)")
            return
        }
        let keys: TokenKeys
        do {
            keys = try TokenKeys(path: secretFile, rules: rules.rules)
        } catch {
            throw fail("\(error)", ExitStatus.unreadable)
        }
        keys.warnings.forEach { StandardStreams.printError("riffle token: \($0)") }
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
        StandardStreams.printError("riffle token: \(sentence)")
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

struct TokenNewSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-secret",
        abstract: "Write a new secret file; with it, a server requires tokens.",
        discussion: """
            The file has one secret per line, hs256:BASE64, eddsa-private:BASE64 or eddsa-public:BASE64, and comments \
            that begin with #. Servers and `riffle token` also read keys of others: PEM, a JWK or a JWKS, for EdDSA, ES256, \
            RS256, PS256 and HS256. It may have two secrets: the first that can sign signs, and tokens of both are accepted. \
            To change a secret, add the new line at the top and remove the old line when its last token has expired.

            With --eddsa, prints the line for servers that only check tokens.
            """)

    @Argument(help: "Path of the new file; it must not exist.")
    var file: String

    @Flag(help: "Create an Ed25519 key pair instead of a shared secret.")
    var eddsa = false

    func run() throws {
        try ExitStatus.orEnd("riffle token") {
            let secret = try TokenSecret(fresh: eddsa ? .eddsa : .hs256)
            try SecretFile.create(path: file, secret: secret)
            if let line = secret.publicLine { StandardStreams.print(line) }
        }
    }
}
