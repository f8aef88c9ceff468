import Foundation
import Platform

/// An authority of one test, with its certificates in a folder of their own that goes with it. Nothing it signs is
/// trusted by anybody who was not told to.
package final class TestAuthority {
    private let folder: URL

    package struct Failure: Error {
        package let what: String
    }

    /// Paths of two PEM files.
    package struct Pair: Sendable {
        package let certificate: String
        package let key: String
    }

    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try run(
            ["req", "-x509"] + Self.newKey
                + ["-keyout", path("ca.key"), "-out", certificate, "-days", "2", "-subj", "/CN=Tests"])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The authority's own certificate.
    package var certificate: String { path("ca.pem") }

    package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// A certificate for `names`, such as `DNS:localhost` and `IP:127.0.0.1`, good from now for `days`; with −1 it has
    /// expired.
    package func issue(_ names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 1) throws -> Pair {
        let name = UUID().uuidString
        let pair = Pair(certificate: path(name + ".pem"), key: path(name + ".key"))
        let request = path(name + ".csr")
        try run(
            ["req"] + Self.newKey
                + ["-keyout", pair.key, "-out", request, "-subj", "/CN=server", "-addext", "subjectAltName=\(names)"])
        try run([
            "x509", "-req", "-in", request, "-copy_extensions", "copy", "-CA", certificate, "-CAkey", path("ca.key"),
            "-days", "\(days)", "-out", pair.certificate,
        ])
        return pair
    }

    private static let newKey = ["-noenc", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]

    /// `openssl` with these words.
    package func run(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + words
        let errors = Pipe()
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = errors
        try process.start()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(what: "openssl \(words.joined(separator: " ")): \(String(decoding: said, as: UTF8.self))")
        }
    }
}
