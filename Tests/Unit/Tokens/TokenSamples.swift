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
    static func keys(_ secrets: TokenSecret...) async throws -> TokenKeys {
        try await file(secrets.map(\.line).joined(separator: "\n")) { try await TokenKeys(path: $0) }
    }

    /// Writes `text` to a file for the time of `body`.
    @discardableResult static func file<Result>(
        _ text: String, mode: Int = 0o600, _ body: (String) async throws -> Result
    ) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("secret-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: url.path, contents: Data(text.utf8)) else { throw Failure() }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
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
