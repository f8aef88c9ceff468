import PagingRoom
import SSHGate
import Testing

/// The room, role and way of joining that a login gets.
@Suite struct GateLoginTests {
    private let keys: AuthorizedKeys
    private static let member = "AAAAmember"
    private static let presenter = "AAAApresenter"

    init() throws {
        keys = try AuthorizedKeys(
            parsing: """
                # the crew
                presenter ssh-ed25519 \(Self.presenter) ann@laptop

                member   ssh-ed25519 \(Self.member)
                """)
    }

    private func membership(_ user: String, _ proof: GateProof) throws -> GateMembership? {
        GateMembership(try #require(GateLogin(user: user)), proof, keys)
    }

    @Test func theNameOfALoginIsTheRoom() {
        #expect(GateLogin(user: "talk")?.room == "talk")
        #expect(GateLogin(user: "talk")?.role == .viewer)
        #expect(GateLogin(user: "talk+presenter")?.role == .presenter)
        #expect(GateLogin(user: "talk+member")?.room == "talk")
    }

    @Test(arguments: ["", "+presenter", "a/b", "talk+", "talk+root", "talk+member+presenter", "../etc", "a b"])
    func aNameThatNoRoomHasIsRefused(name: String) {
        #expect(GateLogin(user: name) == nil)
    }

    @Test func viewersNeedNoProof() throws {
        #expect(try membership("talk", .none)?.kind == .viewer)
        #expect(try membership("talk", .key("AAAAother"))?.kind == .viewer)
        #expect(try membership("talk", .token(""))?.kind == .viewer)
        // A listed key makes a presenter only where that was asked for.
        #expect(try membership("talk", .key(Self.presenter))?.role == .viewer)
    }

    @Test func moreRightsNeedAProof() throws {
        #expect(try membership("talk+member", .none) == nil)
        #expect(try membership("talk+member", .token("")) == nil)
        #expect(try membership("talk+member", .key("AAAAother")) == nil)
        let token = try membership("talk+member", .token("secret"))
        #expect(token?.kind == .token("secret") && token?.role == .member)
        #expect(try membership("talk", .token("secret"))?.role == .presenter)
    }

    @Test func aListedKeyGivesAtMostItsRole() throws {
        #expect(try membership("talk+presenter", .key(Self.presenter))?.role == .presenter)
        #expect(try membership("talk+member", .key(Self.presenter))?.role == .member)
        let limited = try membership("talk+presenter", .key(Self.member))
        #expect(limited?.role == .member && limited?.kind == .listedKey)
    }

    @Test(arguments: [
        ("ssh-ed25519 AAAAx", 1), ("\n# a\nviewer ssh-ed25519 AAAAx", 3), ("member ssh-ed25519", 1),
        ("member ssh-ed25519 x", 1),
    ])
    func aLineWithoutARoleIsAnError(text: String, line: Int) {
        let error = #expect(throws: AuthorizedKeys.LineError.self) { try AuthorizedKeys(parsing: text) }
        #expect(error?.line == line && error?.description.hasPrefix("expected ") == true)
    }
}
