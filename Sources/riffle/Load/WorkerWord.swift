import Foundation
import PagingLoad

/// What a worker tells the process that started it, a line each.
enum WorkerWord: Codable, Sendable {
    /// It has read its order and waits for the start.
    case ready
    case progress(LoadProgress)
    /// Its last word.
    case result(LoadResult)
    /// It cannot do its work: why, and the exit code that is due.
    case failed(String, code: Int32)

    /// One line without its end.
    var line: String {
        let data = try? JSONEncoder().encode(self)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    init?(line: [UInt8]) {
        guard let word = try? JSONDecoder().decode(WorkerWord.self, from: Data(line)) else { return nil }
        self = word
    }
}
