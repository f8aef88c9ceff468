import PagingClient
import TerminalView
import Testing

@testable import riffle

/// The commands in a presenter's invitation lead to the server.
@Suite struct InvitationTests {
    @Test(arguments: [
        ("127.0.0.1:7420", "ws://127.0.0.1:7420/rooms/talk"), ("[::1]:80", "ws://[::1]:80/rooms/talk"),
        ("10.1.2.3:9", "ws://10.1.2.3:9/rooms/talk"), ("localhost:7420", "ws://localhost:7420/rooms/talk"),
    ])
    func oneAddressIsTheOneBound(address: String, url: String) {
        let invitation = Invitation(address: address, room: "talk")
        #expect(invitation.lines(hosts: ["192.0.2.1"]) == ["riffle join \(url)"])
        #expect(invitation.ownURL == url)
    }

    @Test(arguments: [("0.0.0.0:81", "127.0.0.1"), ("[::]:81", "[::1]")])
    func everywhereIsEveryAddressOfTheMachine(address: String, own: String) {
        let invitation = Invitation(address: address, room: "a.b")
        #expect(
            invitation.lines(hosts: ["192.0.2.1", "198.51.100.7"]) == [
                "riffle join ws://192.0.2.1:81/rooms/a.b", "riffle join ws://198.51.100.7:81/rooms/a.b",
                "riffle join ws://127.0.0.1:81/rooms/a.b",
            ])
        #expect(invitation.ownURL == "ws://\(own):81/rooms/a.b")
    }

    @Test func withSecretsItExplainsTokens() {
        let lines = Invitation(address: "127.0.0.1:1", room: "talk", secretFile: "my secret").lines(hosts: [])
        #expect(lines.first == "riffle join ws://127.0.0.1:1/rooms/talk --token-file TOKEN")
        #expect(lines.last?.contains("riffle token --secret-file my secret --room talk --role viewer") == true)
    }

    @Test func theOfferedPageIsNamedAfterTheCommands() {
        var invitation = Invitation(address: "10.1.2.3:9", room: "talk", hasWebPage: true)
        let join = "riffle join ws://10.1.2.3:9/rooms/talk"
        #expect(invitation.lines(hosts: []) == [join, "or open http://10.1.2.3:9/talk"])
        invitation.certified = ["talk.example"]
        #expect(invitation.lines(hosts: []).last == "or open https://talk.example:9/talk")
        invitation.secretFile = "secret"
        #expect(invitation.lines(hosts: [])[1] == "or open https://talk.example:9/talk#TOKEN")
    }

    /// With TLS a client checks by what it asked for, so an invitation has only names of the certificate.
    @Test(arguments: [
        ("127.0.0.1:7", ["localhost", "127.0.0.1"], ["127.0.0.1"], "127.0.0.1"),
        ("127.0.0.1:7", ["localhost"], ["localhost"], "localhost"),
        ("10.1.2.3:7", ["talk.example", "10.1.2.3"], ["10.1.2.3"], "10.1.2.3"),
        ("10.1.2.3:7", ["talk.example", "127.0.0.1"], ["talk.example", "127.0.0.1"], "talk.example"),
        ("0.0.0.0:7", ["talk.example", "192.0.2.1"], ["talk.example", "192.0.2.1"], "talk.example"),
        ("[::]:7", ["localhost", "talk.example"], ["talk.example", "localhost"], "localhost"),
        ("0.0.0.0:7", [], ["192.0.2.1", "127.0.0.1"], "127.0.0.1"),
    ])
    func theNamesAreThoseOfTheCertificate(address: String, certified: [String], others: [String], own: String) {
        let invitation = Invitation(address: address, room: "talk", certified: certified)
        #expect(
            invitation.lines(hosts: ["192.0.2.1"]) == others.map { "riffle join wss://\($0):7/rooms/talk" })
        #expect(invitation.ownURL == "wss://\(own):7/rooms/talk")
    }

    @Test func theLobbyHasTheFirstAddress() {
        var invitation = Invitation(address: "0.0.0.0:7420", room: "talk", secretFile: "s")
        let lobby = invitation.lobby(title: "T", hosts: ["192.0.2.1", "198.51.100.7"], gate: nil)
        #expect(lobby.address == "192.0.2.1/talk" && lobby.target == "ws://192.0.2.1:7420/rooms/talk")
        #expect(lobby.ways == ["riffle join 192.0.2.1/talk --token-file TOKEN"] && lobby.note == nil)
        invitation.secretFile = nil
        invitation.hasWebPage = true
        let page = invitation.lobby(title: "T", hosts: ["192.0.2.1"], gate: GateAddress("192.0.2.1:2222"))
        #expect(page.address == "192.0.2.1:7420/talk" && page.target == "http://192.0.2.1:7420/talk")
        #expect(
            page.ways == [
                "http://192.0.2.1:7420/talk", "riffle join 192.0.2.1/talk", "ssh talk@192.0.2.1 -p 2222",
            ])
        let near = Invitation(address: "127.0.0.1:7420", room: "talk").lobby(title: "T", hosts: ["192.0.2.1"])
        #expect(near.note?.contains("--listen 0.0.0.0:7420 --open") == true)
        let secure = Invitation(address: "0.0.0.0:7", room: "talk", certified: ["localhost", "talk.example"])
        #expect(secure.lobby(title: "T", hosts: []).address == "wss://talk.example:7/rooms/talk")
    }

    /// A talk that nobody else can reach is not announced.
    @Test func anAnnouncementNeedsAnAddressOfTheNetwork() throws {
        let error = #expect(throws: (any Error).self) { try Present.parse(["talk.md", "--announce"]) }
        #expect(
            Present.message(for: error!).contains("expected --listen with an address that other machines can reach"))
        #expect(throws: (any Error).self) { try Present.parse(["talk.md", "--announce", "--listen", "127.0.0.1:1"]) }
        #expect(throws: (any Error).self) {
            try Present.parse(["talk.md", "--announce", "--server", "ws://a/rooms/b"])
        }
        _ = try Present.parse(["talk.md", "--announce-into", "x", "--listen", "0.0.0.0:7420", "--open"])
    }

    @Test(arguments: ["", ":1", "host:0", "-x"]) func aGateThatIsNoHostIsRefused(gate: String) {
        #expect(throws: (any Error).self) { try Present.parse(["talk.md", "--ssh", gate]) }
    }

    /// Beyond this machine nobody is let in by accident.
    @Test func beyondThisMachineItMustBeMeant() throws {
        for address in ["0.0.0.0:7420", "[::]:0", "10.1.2.3:9"] {
            #expect(throws: (any Error).self) { try Present.parse(["talk.md", "--listen", address]) }
            _ = try Present.parse(["talk.md", "--listen", address, "--open"])
            _ = try Present.parse(["talk.md", "--listen", address, "--secret-file", "secret"])
        }
        for words in [
            ["--listen", "127.0.0.1:0"], ["--open"], ["--secret-file", "s"], ["--room", "other"],
            ["--tls-cert", "c", "--tls-key", "k"],
        ] {
            _ = try Present.parse(["talk.md"] + words)
            let server = ["talk.md", "--server", "ws://127.0.0.1:1/rooms/talk"]
            #expect(throws: (any Error).self) { try Present.parse(server + words) }
        }
        for half in [["--tls-cert", "c"], ["--tls-key", "k"]] {
            #expect(throws: (any Error).self) { try Present.parse(["talk.md"] + half) }
        }
    }
}
