import ArgumentParser
import PagingRoom
import PagingWire
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

    func validate() throws {
        guard let name else { return }
        guard (1...Limits.nameBytes).contains(name.utf8.count) else {
            throw ValidationError("--name: expected 1 to \(Limits.nameBytes) bytes, got \(name.utf8.count)")
        }
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
