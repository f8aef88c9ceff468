import Foundation
import TestPeers
import Testing

@testable import WebSocketLoop

/// Server names in a certificate.
@Suite struct CertificateNamesTests {
    @Test(arguments: [
        ("DNS:localhost,IP:127.0.0.1", ["localhost", "127.0.0.1"], ["localhost", "127.0.0.1"]),
        (
            "IP:10.0.255.1,DNS:*.example.org,DNS:talk.example.org",
            ["10.0.255.1", "*.example.org", "talk.example.org"],
            ["10.0.255.1", "talk.example.org"]
        ),
        ("IP:fe80::1,email:a@example.org,DNS:b.example.org", ["b.example.org"], ["b.example.org"]),
        ("DNS:a b,DNS:c/d,DNS:e", ["e"], ["e"]),
    ])
    func namesInTheirOrder(subject: String, all: [String], hosts: [String]) throws {
        let authority = try TestAuthority()
        let names = try CertificateNames(file: try authority.issue(subject).certificate)
        #expect(names.all == all)
        #expect(names.hosts == hosts)
    }

    @Test func manyNamesAreNoTrouble() throws {
        let many = (0..<1_000).map { "name\($0).example.org" }
        let subject = many.map { "DNS:\($0)" }.joined(separator: ",")
        let authority = try TestAuthority()
        #expect(try CertificateNames(file: try authority.issue(subject).certificate).all == many)
    }

    @Test func aFileWithoutNamesHasNone() throws {
        let authority = try TestAuthority()
        #expect(try CertificateNames(file: authority.certificate).all == [])
        #expect(try CertificateNames(file: authority.path("ca.key")).all == [])
        #expect(throws: TLSError.self) { try CertificateNames(file: authority.path("none")) }
    }
}
