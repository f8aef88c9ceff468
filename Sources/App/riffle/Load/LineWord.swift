import Foundation

/// What a worker and the process that started it say to each other, a line each.
protocol LineWord: Codable, Sendable {}

extension LineWord {
    /// One line without its end.
    var line: String {
        let data = try? JSONEncoder().encode(self)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Nil when nobody understands it.
    init?(line: [UInt8]) {
        guard let word = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = word
    }
}
