import LoadTesting
import Platform

/// An agent that plays a run, seen from the coordinator.
final class RemoteAgent {
    let id: UInt64
    let name: String
    private let run: UInt64
    private let link: AgentLink
    private var numbers = MessageNumbers()
    private(set) var clock = ClockOffset()
    private var heardAt = MonotonicClock.milliseconds
    private var probedAt: Int64 = 0
    var isClaimed = false
    /// Reason why it plays no longer.
    private(set) var loss: String?
    /// Its workers by their numbers at the agent.
    var workers: [RemoteWorker] = []

    init(id: UInt64, name: String, run: UInt64, link: AgentLink) {
        (self.id, self.name, self.run, self.link) = (id, name, run, link)
    }

    func send(_ body: AgentMessage.Body) { link.send(body, run: run, sequence: numbers.next(), to: id) }

    /// Asks for its time.
    func probe() {
        probedAt = MonotonicClock.milliseconds
        send(.probe(at: MonotonicClock.microseconds))
    }

    /// Sends a heartbeat if it is time, and notes when nothing has come for too long.
    ///
    /// - Parameter isListening: whether all that has come is handled.
    func look(isListening: Bool = true) {
        let now = MonotonicClock.milliseconds
        if now - probedAt >= AgentMessage.beatMilliseconds { probe() }
        guard isListening else { return }
        if now - heardAt >= AgentMessage.silenceMilliseconds {
            lose("was silent for \(AgentMessage.silenceMilliseconds / 1_000) s")
        }
    }

    /// Keeps the first reason.
    func lose(_ reason: String) {
        guard loss == nil else { return }
        loss = reason
        workers.forEach { $0.lose("agent \(name) \(reason)") }
    }

    func handle(_ message: AgentMessage) {
        guard message.run == run, loss == nil else { return }
        guard numbers.accepts(message.sequence) else { return lose("missed a message: NATS has lost one") }
        heardAt = MonotonicClock.milliseconds
        switch message.body {
        case .claimed: isClaimed = true
        case .echo(let sent, let received, let replied):
            clock.note(
                .init(sent: sent, received: received, replied: replied, answered: MonotonicClock.microseconds))
        case .output(let worker, let data) where workers.indices.contains(worker):
            workers[worker].receive(Array(data))
            send(.taken(worker: worker))
        case .taken(let worker) where workers.indices.contains(worker): workers[worker].noteTaken()
        case .ended(let worker, let how) where workers.indices.contains(worker): workers[worker].lose(how)
        case .release: lose("has ended the run")
        default: break
        }
    }
}
