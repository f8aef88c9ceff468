import FoundationEssentials
import Glibc
import LoadTesting

/// A worker of an agent, seen from the coordinator: the same lines as those of a process here, in pieces over NATS.
final class RemoteWorker: CrewMember {
    let number: Int
    let name: String
    private unowned let agent: RemoteAgent
    private let fleet: AgentFleet
    /// Its number at the agent.
    private let place: Int
    private var unsent: [UInt8] = []
    private var piecesUnderWay = 0
    private var lines = LineBuffer(mostBytes: AgentMessage.lineBytes)
    private var received: [WorkerEvent?] = []
    private var isOpen = true
    private(set) var hasEnded = false
    private var end: String?

    init(number: Int, name: String, agent: RemoteAgent, place: Int, fleet: AgentFleet, order: LoadOrder) throws {
        (self.number, self.name, self.agent, self.place, self.fleet) = (number, name, agent, place, fleet)
        send(line: String(decoding: try JSONEncoder().encode(order), as: UTF8.self))
    }

    var queries: [pollfd] { [fleet.query] }
    var isBehind: Bool { !unsent.isEmpty }
    var ending: String { end ?? "\(name) ended before the end of the run" }

    func begin(at start: LoadTime) { send(line: "\(start.microseconds + agent.clock.microseconds)") }

    func send(_ command: WorkerCommand) {
        guard case .note(let causes) = command else { return send(line: command.line) }
        let offset = agent.clock.microseconds
        send(line: WorkerCommand.note(causes.compactMap { $0.shifted(byMicroseconds: offset) }).line)
    }

    private func send(line: String) {
        guard isOpen else { return }
        unsent += Array((line + "\n").utf8)
        sendRest()
    }

    func sendRest() {
        while !unsent.isEmpty, piecesUnderWay < AgentMessage.piecesUnderWay {
            let piece = unsent.prefix(AgentMessage.pieceBytes)
            agent.send(.input(worker: place, data: Data(piece)))
            unsent.removeFirst(piece.count)
            piecesUnderWay += 1
        }
    }

    func noteTaken() { piecesUnderWay = max(0, piecesUnderWay - 1) }

    /// Takes a piece of the worker's lines.
    func receive(_ bytes: [UInt8]) {
        guard let complete = lines.add(bytes) else { return lose("\(name) sent a line of too many bytes") }
        for line in complete {
            let event = WorkerEvent(line: line)
            guard case .eventsCaused(let causes) = event else {
                received.append(event)
                continue
            }
            let offset = -agent.clock.microseconds
            received.append(.eventsCaused(causes.compactMap { $0.shifted(byMicroseconds: offset) }))
        }
    }

    /// Notes the end, and how it came.
    func lose(_ how: String) {
        end = end ?? how
    }

    func take(_ answers: ArraySlice<pollfd>) -> [WorkerEvent?] {
        fleet.pump()
        defer { received = [] }
        hasEnded = end != nil
        return received
    }

    func stop() {
        guard isOpen else { return }
        (isOpen, unsent) = (false, [])
        agent.send(.input(worker: place, data: nil))
    }

    func kill() {
        guard !hasEnded else { return }
        hasEnded = true
        // The other workers of the agent may play on, so only the end of its input is certain to be right.
        stop()
    }
}

/// Lines that come in pieces.
struct LineBuffer {
    private var partial: [UInt8] = []
    private let mostBytes: Int

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// The lines that are complete now; nil when one is too long.
    mutating func add(_ bytes: [UInt8]) -> [[UInt8]]? {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var lines: [[UInt8]] = []
        for (index, part) in parts.enumerated() {
            guard partial.count + part.count <= mostBytes else { return nil }
            partial += part
            if index < parts.count - 1 {
                lines.append(partial)
                partial = []
            }
        }
        return lines
    }
}
