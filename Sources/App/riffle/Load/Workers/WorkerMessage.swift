import FoundationEssentials
import LoadTesting

/// Message between a worker and the process that started it, one line each.
protocol WorkerMessage: Codable, Sendable {
    /// Whether its numbers can be of a run.
    var isPlausible: Bool { get }
}

extension WorkerMessage {
    var isPlausible: Bool { true }

    /// The message as one line, without its end.
    var line: String {
        let data = try? JSONEncoder().encode(self)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Decodes a line; nil when it is not a valid message.
    init?(line: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(line)), message.isPlausible else {
            return nil
        }
        self = message
    }
}

/// Command to a worker during its run. The end of its input means that its users leave.
enum WorkerCommand: WorkerMessage {
    /// All users have reached this barrier.
    case open(barrier: String)
    /// Users of another worker have caused these events.
    case note([EventCause])

    var isPlausible: Bool { if case .note(let causes) = self { causes.allSatisfy(\.isPlausible) } else { true } }
}

/// Message from a worker to the process that started it.
enum WorkerEvent: WorkerMessage {
    /// The worker has read its order and waits for the start.
    case ready
    /// A whole second of the run, soon after it.
    case second(LoadSecond)
    /// State of the worker's users at a barrier.
    case barrier(BarrierState)
    /// The worker's users have caused events that users of other workers receive.
    case eventsCaused([EventCause])
    /// The next seconds of the result's timeline.
    case timeline([LoadResult.Slice])
    /// The result without its timeline, the last message of a worker.
    case result(LoadResult)
    /// The worker cannot run: the reason and the exit code.
    case failed(String, code: Int32)

    var isPlausible: Bool {
        switch self {
        case .second(let second): second.isPlausible
        case .barrier(let state): state.isPlausible
        case .result(let result): result.isPlausible
        case .timeline(let slices): slices.allSatisfy(\.isPlausible)
        case .eventsCaused(let causes): causes.allSatisfy(\.isPlausible)
        case .ready, .failed: true
        }
    }

    /// A second of a run with many measures has hundreds of kilobytes.
    private static let slicesInLine = 50

    /// The messages with a result: the timeline of a long run would be too much for one line.
    static func all(of result: LoadResult) -> [WorkerEvent] {
        var rest = result
        rest.timeline = []
        let parts = stride(from: 0, to: result.timeline.count, by: slicesInLine).map { first in
            WorkerEvent.timeline(Array(result.timeline[first...].prefix(slicesInLine)))
        }
        return parts + [.result(rest)]
    }
}
