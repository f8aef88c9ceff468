import Foundation
import Testing

@testable import Tokens

/// The secret file, and changes of secrets.
@Suite struct SecretFileTests {
    private static let now = UnixTime(seconds: 1_800_000_000)
    private static let grant = Grant(
        room: TokenSamples.pattern("talk"), role: .member, expires: UnixTime(seconds: now.seconds + 60))

    @Test(arguments: [TokenSecret.Algorithm.hs256, .eddsa])
    func whileSecretsChangeBothAreGoodAndTheNewOneSigns(algorithm: TokenSecret.Algorithm) throws {
        let (old, new) = (try TokenSecret(fresh: .hs256), try TokenSecret(fresh: algorithm))
        let (before, during, after) = try (
            TokenSamples.keys(old), TokenSamples.keys(new, old), TokenSamples.keys(new)
        )
        let (older, newer) = try (before.issue(Self.grant), during.issue(Self.grant))
        for token in [older, newer] {
            #expect(during.verify(token, room: "talk", now: Self.now) == .success(Self.grant))
        }
        #expect(after.verify(newer, room: "talk", now: Self.now) == .success(Self.grant))
        #expect(after.verify(older, room: "talk", now: Self.now).refusal == .unknownKey)
        #expect(before.verify(newer, room: "talk", now: Self.now).refusal == .unknownKey)
    }

    @Test func aPublicKeyChecksAndCannotSign() throws {
        let secret = try TokenSecret(fresh: .eddsa)
        let checking = try TokenSamples.keys(try TokenSecret(line: try #require(secret.publicLine)))
        let token = try TokenSamples.keys(secret).issue(Self.grant)
        #expect(checking.verify(token, room: "talk", now: Self.now) == .success(Self.grant))
        #expect(throws: TokenKeyError.cannotSign) { try checking.issue(Self.grant) }
    }

    @Test func commentsAndEmptyLinesAreSkipped() throws {
        let secret = try TokenSecret(fresh: .hs256)
        let text = "# a remark\r\n\r\n   \(secret.line)  \r\n# the end"
        let keys = try TokenSamples.file(text) { try TokenKeys(path: $0) }
        let same = try TokenSamples.keys(secret)
        #expect(keys.verify(try same.issue(Self.grant), room: "talk", now: Self.now) == .success(Self.grant))
    }

    @Test(arguments: [
        ("hs256", 1, "expected one of"), ("\nrsa:AAAA", 2, "expected one of"), ("hs256:@@@@", 1, "expected Base64"),
        ("hs256:c2hvcnQ=", 1, "expected at least 32 bytes, got 5"),
        ("eddsa-private:c2hvcnQ=", 1, "expected 32 bytes, got 5"),
        ("eddsa-public:", 1, "expected 32 bytes, got 0"),
    ])
    func aBadLineIsNamedAndNotRepeated(text: String, line: Int, part: String) throws {
        try TokenSamples.file(text) { path in
            do {
                _ = try TokenKeys(path: path)
                Issue.record("taken: \(text)")
            } catch {
                let sentence = "\(error)"
                #expect(sentence.hasPrefix("\(path):\(line): ") && sentence.contains(part), "\(sentence)")
                #expect(!sentence.contains("c2hvcnQ"), "\(sentence)")
            }
        }
    }

    @Test func oneOrTwoSecretsAndNoOtherNumber() throws {
        let lines = try (0..<3).map { _ in try TokenSecret(fresh: .hs256).line }
        let texts = [("", 0), ("# nothing\n", 0), (lines.joined(separator: "\n"), 3)]
        for (text, count) in texts {
            try TokenSamples.file(text) { path in
                #expect(throws: TokenKeyError.wrongCount(path: path, found: count, most: 2)) {
                    try TokenKeys(path: path)
                }
            }
        }
        try TokenSamples.file("\(lines[0])\n\(lines[0])") { path in
            #expect(throws: TokenKeyError.twice(path: path)) { try TokenKeys(path: path) }
        }
    }

    @Test(arguments: [(0o600, false), (0o400, false), (0o640, true), (0o604, true), (0o620, true)])
    func aFileOthersMayUseIsWarnedAbout(mode: Int, warns: Bool) throws {
        let line = try TokenSecret(fresh: .hs256).line
        try TokenSamples.file(line, mode: mode) { path in
            let warnings = try TokenKeys(path: path).warnings
            #expect(warnings.count == (warns ? 1 : 0))
            #expect(!warns || warnings.first?.contains("chmod 600 \(path)") == true)
        }
    }

    @Test func aMissingFileAndAFolderAreNamed() {
        let missing = #expect(throws: TokenKeyError.self) { try SecretFile(path: "/nowhere/secret") }
        #expect(missing?.description.contains("/nowhere/secret: there is no such file") == true)
        let folder = #expect(throws: TokenKeyError.self) { try SecretFile(path: "/tmp") }
        #expect(folder == .unreadable(path: "/tmp", detail: "cannot be read"))
    }

    @Test(arguments: TokenSecret.Algorithm.allCases)
    func aNewFileIsForItsOwnerAndOverwritesNothing(algorithm: TokenSecret.Algorithm) throws {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("secret-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let secret = try TokenSecret(fresh: algorithm)
        try SecretFile.create(path: path, secret: secret)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let file = try SecretFile(path: path)
        let before = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try file.keys.map(\.id) == [TokenKey(secret).id] && file.warnings.isEmpty)
        #expect(before.contains("\n\(secret.line)\n"))
        #expect(throws: TokenKeyError.exists(path: path)) { try SecretFile.create(path: path, secret: secret) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
        #expect(try TokenSecret(fresh: algorithm).line != secret.line)
    }
}
