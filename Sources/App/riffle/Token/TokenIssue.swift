import ArgumentParser
import Foundation
import PagingRoom
import PagingWire
import Tokens

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

    func validate() throws {
        if RoomPattern(room) == nil {
            throw ValidationError("--room \(room): expected a name, or a prefix with * at its end")
        }
        if let name, name.isEmpty || name.utf8.count > Limits.nameBytes {
            throw ValidationError("--name: expected 1 to \(Limits.nameBytes) bytes")
        }
    }

    func run() throws {
        guard let pattern = RoomPattern(room) else { throw ExitStatus.usage }
        let (token, warnings) = try ExitStatus.orEnd("riffle token", with: ExitStatus.unreadable) {
            try TokenIssue.token(
                secretFile: secretFile, room: pattern, role: role, name: name, mayCreate: create, expires: expires)
        }
        warnings.forEach { StandardStreams.say("riffle token: \($0)") }
        StandardStreams.print(token)
    }

    /// A new token, and warnings about the secret file.
    private static func token(
        secretFile: String, room: RoomPattern, role: Role, name: String?, mayCreate: Bool, expires: Lifetime
    ) throws -> (token: String, warnings: [String]) {
        let now = UnixTime.now
        let grant = Grant(
            room: room, role: role, name: name, mayCreate: mayCreate,
            expires: UnixTime(seconds: now.seconds + expires.seconds), issued: now, id: Secret.make(bytes: 16))
        return try Awaited.result {
            let keys = try await TokenKeys(path: secretFile)
            return (try await keys.issue(grant), keys.warnings)
        }
    }

    /// A token for the presenter of a server it started itself. It is valid for longer than any talk, and no other user sees it.
    static func presenterToken(secretFile: String, room: String) throws -> String {
        guard let pattern = RoomPattern(room), let expires = Lifetime(argument: "7d") else { throw ExitStatus.usage }
        return try token(
            secretFile: secretFile, room: pattern, role: .presenter, name: nil, mayCreate: false, expires: expires
        ).token
    }
}

extension UnixTime {
    /// The time of the wall clock.
    static var now: UnixTime { UnixTime(seconds: Int64(Date().timeIntervalSince1970)) }
}
