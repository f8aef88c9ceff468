import Foundation
import LoadTesting

/// Message between a worker and the process that started it, one line each.
protocol WorkerMessage: Codable, Sendable {}

extension WorkerMessage {
    /// One line without its end.
    var line: String {
        let data = try? JSONEncoder().encode(self)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Nil when the line is not a valid message.
    init?(line: [UInt8]) {
        guard let word = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = word
    }
}

/// Command to a worker during its run. The end of its input means that its users leave.
enum WorkerCommand: WorkerMessage {
    /// All users have reached this barrier.
    case open(barrier: String)
}

/// Message from a worker to the process that started it.
enum WorkerEvent: WorkerMessage {
    /// It has read its order and waits for the start.
    case ready
    case progress(LoadProgress)
    /// State of its users at a barrier.
    case barrier(BarrierStanding)
    /// Its last message.
    case result(LoadResult)
    /// It cannot do its work: the reason and the exit code.
    case failed(String, code: Int32)
}
