import Foundation

@testable import Tokens

/// Keys and texts for tests.
enum TokenSamples {
    struct Failure: Error {}

    static func pattern(_ text: String) -> RoomPattern {
        guard let pattern = RoomPattern(text) else { preconditionFailure("\(text) is a pattern") }
        return pattern
    }

    /// The keys of a file with these secrets.
    static func keys(_ secrets: TokenSecret...) throws -> TokenKeys {
        try file(secrets.map(\.line).joined(separator: "\n")) { try TokenKeys(path: $0) }
    }

    /// The keys of a file with this text.
    static func keys(inFile text: String, rules: TokenRules = TokenRules()) throws -> TokenKeys {
        try file(text) { try TokenKeys(path: $0, rules: rules) }
    }

    /// A token with this header and these claims, as they are.
    static func signed(_ claims: String, header: String, by key: TokenKey) throws -> String {
        try signed(Data(claims.utf8), header: Data(header.utf8), by: key)
    }

    static func signed(_ claims: Data, header: Data, by key: TokenKey) throws -> String {
        let signed = encoded(header) + "." + encoded(claims)
        guard let signature = key.sign(Array(signed.utf8)) else { throw Failure() }
        return signed + "." + encoded(Data(signature))
    }

    /// Writes `text` to a file for the time of `body`.
    @discardableResult static func file<Result>(
        _ text: String, mode: Int = 0o600, _ body: (String) throws -> Result
    ) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("secret-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: url.path, contents: Data(text.utf8)) else { throw Failure() }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }

    /// Base64url without padding.
    static func encoded(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func encoded(_ text: String) -> String { encoded(Data(text.utf8)) }

    static func decoded(_ part: String) throws -> String {
        let padding = String(repeating: "=", count: (4 - part.count % 4) % 4)
        let text = part.replacing("-", with: "+").replacing("_", with: "/") + padding
        guard let data = Data(base64Encoded: text) else { throw Failure() }
        return String(decoding: data, as: UTF8.self)
    }
}

extension Result where Failure == TokenRefusal {
    var refusal: TokenRefusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }

    var isMalformed: Bool {
        if case .malformed = refusal { true } else { false }
    }
}
