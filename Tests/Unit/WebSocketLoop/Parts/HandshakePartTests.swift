import CWebSockets
import Testing

@testable import WebSocketLoop

@Suite struct PendingHandshakesTests {
    @Test func aRequestIsTakenOnce() {
        var handshakes = PendingHandshakes()
        let connection = ConnectionID(slot: 0, generation: 1)
        let before = handshakes.remove(connection)
        #expect(handshakes.headerLines(of: connection) == [] && before == nil)
        handshakes.add(UpgradeRequest(path: "/rooms/a"), headerLines: [65], of: connection)
        #expect(handshakes.headerLines(of: connection) == [65])
        let (request, again) = (handshakes.remove(connection), handshakes.remove(connection))
        #expect(request?.path == "/rooms/a" && again == nil && handshakes.headerLines(of: connection) == [])
    }
}

@Suite struct ClientFailureTests {
    private func reason(_ text: String, status: Int = 0) -> String {
        Array(text.utf8).withUnsafeBytes { ClientFailure.reason($0, status: status) }
    }

    @Test func theLibrarysTextIsCleaned() {
        #expect(reason("") == "the connection failed")
        #expect(reason("conn fail: 111\0junk") == "conn fail: 111")
        #expect(
            reason("HS: SSL err 167772294") == "the TLS handshake failed; for a server without TLS write ws://")
        #expect(reason("HS: ws upgrade response", status: 503) == "HS: ws upgrade response (HTTP 503)")
    }

    @Test func aRejectedCertificateHasAReason() throws {
        #expect(ClientFailure.rejection(verdict: Int(X509_V_OK)) == nil)
        #expect(ClientFailure.rejection(verdict: Int(X509_V_ERR_CERT_HAS_EXPIRED))?.hasSuffix("has expired") == true)
        #expect(ClientFailure.rejection(verdict: Int(X509_V_ERR_HOSTNAME_MISMATCH))?.contains("another name") == true)
        let unknown = try #require(ClientFailure.rejection(verdict: Int(X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY)))
        #expect(unknown.hasPrefix("no trusted authority signed the server's certificate ("))
    }
}

@Suite struct ClosePayloadTests {
    @Test func aPayloadHasACodeAndAReason() {
        let payloads: [([UInt8], Connection.Ending?)] = [
            ([], nil), ([3], nil), ([3, 232], .init(code: 1_000, reason: "")),
            ([0x0f, 0xa7] + Array("bye".utf8), .init(code: 4_007, reason: "bye")),
        ]
        for (payload, ending) in payloads {
            #expect(payload.withUnsafeBytes { LibraryConnection.ending(of: $0) } == ending)
        }
    }
}
