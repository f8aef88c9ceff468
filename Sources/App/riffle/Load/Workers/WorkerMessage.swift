import Foundation
import LoadTesting

/// What a worker and the process that started it say to each other, a line each.
protocol WorkerMessage: Codable, Sendable {}

extension WorkerMessage {
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

/// What a worker is told once it plays. The end of its input says that its users are to leave.
enum WorkerCommand: WorkerMessage {
    /// Everybody has come to this barrier.
    case open(barrier: String)
}

/// What a worker tells the process that started it.
enum WorkerEvent: WorkerMessage {
    /// It has read its order and waits for the start.
    case ready
    case progress(LoadProgress)
    /// Who of its users stands at a barrier.
    case barrier(BarrierStanding)
    /// Its last word.
    case result(LoadResult)
    /// It cannot do its work: why, and the exit code that is due.
    case failed(String, code: Int32)
}
