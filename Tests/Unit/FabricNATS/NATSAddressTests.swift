import Testing

@testable import FabricNATS

@Suite struct NATSAddressTests {
    private func failure(_ text: String, hasCredentials: Bool = false) -> String? {
        do throws(NATSAddress.ParseError) {
            _ = try NATSAddress(text, hasCredentials: hasCredentials)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        "nats://127.0.0.1:4222", "nats://localhost", "nats://127.9.9.9:1", "nats://[::1]:4222", "nats://[::1]",
        "nats://u:p@localhost:4222,nats://127.0.0.1:4223", "tls://localhost", "tls://u:p@nats.example.org",
        "tls://token@10.1.2.3:4222", "tls://u:p@[fe80::1]:4222", "tls://u:p@ss@host",
    ])
    func thisMachineOrTLSWithCredentialsIsAccepted(text: String) {
        #expect(failure(text) == nil)
    }

    @Test(arguments: [
        "nats://example.org", "nats://u:p@10.0.0.1:4222", "nats://127.0.0.1,nats://u:p@10.0.0.1", "tls://10.0.0.1",
        "tls://@10.0.0.1", "nats://127.0.0.1.example.org", "nats://localhost.example.org", "nats://127.1",
        "nats://0.0.0.0",
        "nats://[::2]", "nats://user:127.0.0.1@10.0.0.1", "nats://127.0.0.1@10.0.0.1",
    ])
    func anotherMachineWithoutTLSOrCredentialsIsRefused(text: String) throws {
        #expect(failure(text)?.contains("another machine") == true, "\(failure(text) ?? "accepted")")
        #expect(try NATSAddress(text, isOpen: true).urls.count >= 1, "unless it is open")
    }

    @Test(arguments: [
        "", "localhost", "http://localhost", "nats://", "nats://localhost:0", "nats://localhost:65536",
        "nats://localhost:",
        "nats://localhost:4222/", "nats://127.0.0.1:4222/@example.org/", "nats://::1", "nats://[::1", "nats://[]:1",
        "nats://local host", "nats://localhost,", "nats://a\u{0}b", "nats://localhost,tls://localhost", "nats://é",
        "nats://localhost:+1",
    ])
    func otherTextsAreNoAddress(text: String) {
        #expect(failure(text) != nil)
    }

    @Test func aFileWithCredentialsCounts() {
        #expect(failure("tls://example.org") != nil)
        #expect(failure("tls://example.org", hasCredentials: true) == nil)
    }

    @Test func secretsAreNotShown() throws {
        let address = try NATSAddress("tls://user:secret@example.org:4222,tls://localhost")
        #expect(address.description == "example.org:4222,localhost")
        #expect(address.isSecure && address.urls[0].contains("secret"))
        #expect(failure("nats://user:secret@example.org")?.contains("secret") == false)
        #expect(failure("nats://user:secret@exa_mple.org")?.contains("secret") == false)
    }
}
