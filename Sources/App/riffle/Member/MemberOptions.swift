import ArgumentParser
import PagingClient
import PagingRoom
import WebSocketLoop

/// The member's name, role and token, for every command that joins.
struct MemberOptions: ParsableArguments {
    @Option(help: "Your name, as the others see it.")
    var name: String?

    @Option(
        help: """
            viewer (watches), member (moves the pager) or presenter (also replaces the deck, sees the notes); default: \
            viewer, with send member.
            """)
    var role: Role?

    @Option(help: "A file with the token that lets you into a closed room; - is standard input.")
    var tokenFile: String?

    @OptionGroup var trust: TrustOptions

    func token() throws -> String? { try TextFile.token(in: tokenFile) }

    func validate() throws { try MemberOptions.check(name: name) }

    /// Refuses a name that the server would refuse.
    static func check(name: String?) throws {
        guard let name else { return }
        if name.isEmpty { throw ValidationError("--name: expected a name, got an empty one") }
        if let objection = TextRule.objection(toNewName: name) { throw ValidationError("--name: \(objection)") }
    }
}

extension Role: ExpressibleByArgument {}

extension Endpoint {
    /// The endpoint of `url`, or a usage error with the reason.
    static func parse(_ url: String) throws -> Endpoint {
        do {
            return try Endpoint(url: url)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

extension RoomAddress {
    /// The address of a room as a person wrote it, or a usage error with the reason.
    static func parse(_ text: String) throws -> RoomAddress {
        do {
            return try RoomAddress(text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
