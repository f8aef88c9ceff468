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
