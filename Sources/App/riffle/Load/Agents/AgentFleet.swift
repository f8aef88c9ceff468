import FoundationEssentials
import Glibc
import LoadTesting
import Platform

/// The agents of one run: finds them, takes them, compares clocks, and carries the lines of their workers.
final class AgentFleet {
    private let options: AgentOptions
    private let order: LoadOrder
    private let workers: Int
    private let link: AgentLink
    private let run = UInt64.random(in: 1...UInt64(Int64.max))
    private var agents: [RemoteAgent] = []
    /// Agents that cannot be used, with the reason, by their numbers.
    private var others: [UInt64: String] = [:]
    /// Whether all agents are taken: further ones are too late.
    private var isComplete = false
    /// Shows a sentence about the run that goes on.
    var note: (String) -> Void = { StandardStreams.printError("riffle load: \($0)") }
    private var shown = ""
    private(set) var outcomes: [AgentOutcome] = []
    /// The part of the run's users that each worker plays.
    private var parts: [Double] = []

    private static let seekMilliseconds: Int64 = 500
    /// Agents that cannot be used and are named; anyone on the NATS server may say to be one.
    private static let mostOthers = 100
    /// Exchanges for the clock of each agent before the run, and the time for them.
    private static let (exchanges, exchangeMilliseconds) = (12, Int64(5_000))

    /// - Parameters:
    ///   - order: with all files that the run needs.
    ///   - workers: processes of each agent.
    init(_ options: AgentOptions, _ order: LoadOrder, servers: String, workers: Int) throws {
        (self.options, self.order, self.workers) = (options, order, workers)
        link = try AgentLink(options.servers, servers: servers, name: HostName.withProcess, hearsAll: false)
    }

    /// Releases the agents and ends the connection.
    func close() {
        for agent in agents where agent.loss == nil { agent.send(.release) }
        link.close()
    }

    var query: pollfd { link.query }

    // MARK: Before the run

    /// Waits until as many agents as needed are taken, and their clocks are known. False when it was interrupted.
    func gather(watching signals: Int32, interrupted: () -> Bool) throws -> Bool {
        let deadline = MonotonicClock.milliseconds + options.agentsWait.value
        var soughtAt: Int64 = 0
        while agents.count(where: { $0.isClaimed && $0.loss == nil }) < options.agentsCount {
            let now = MonotonicClock.milliseconds
            guard now < deadline else {
                throw CommandFailure(description: "after \(options.agentsWait.value / 1_000) s: \(waitingText)")
            }
            if link.isConnected, now - soughtAt >= AgentFleet.seekMilliseconds {
                soughtAt = now
                link.sendToAll(.seek)
                // The first answers tell whether there is anything to wait for.
                if shown != "" || now - deadline + options.agentsWait.value > 2 * AgentFleet.seekMilliseconds {
                    show(waitingText)
                }
            }
            guard !wait(signals, interrupted) else { return false }
        }
        agents.removeAll { !$0.isClaimed || $0.loss != nil }
        agents.sort { ($0.name, $0.id) < ($1.name, $1.id) }
        isComplete = true
        show("plays with \(agents.map(\.name).joined(separator: ", ")) at \(link.place)")
        return try compareClocks(signals, interrupted)
    }

    private func compareClocks(_ signals: Int32, _ interrupted: () -> Bool) throws -> Bool {
        let deadline = MonotonicClock.milliseconds + AgentFleet.exchangeMilliseconds
        while agents.contains(where: { $0.clock.count < AgentFleet.exchanges }) {
            if let lost = agents.first(where: { $0.loss != nil }) {
                throw CommandFailure(description: "agent \(lost.name) \(lost.loss ?? "")")
            }
            guard MonotonicClock.milliseconds < deadline else {
                throw CommandFailure(description: "expected answers of all agents about their clocks, got too few")
            }
            agents.forEach { $0.probe() }
            guard !wait(signals, interrupted) else { return false }
        }
        return true
    }

    /// Waits for something to come; whether a signal came.
    private func wait(_ signals: Int32, _ interrupted: () -> Bool) -> Bool {
        var queries = [link.query, pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
        _ = poll(&queries, 2, 100)
        pump()
        return queries[1].revents != 0 && interrupted()
    }

    private var waitingText: String {
        guard link.isConnected else {
            let trouble = link.trouble.isEmpty ? "no connection yet" : link.trouble
            return "waits for NATS at \(link.place): \(trouble)"
        }
        let here = agents.filter { $0.isClaimed && $0.loss == nil }.map { "\($0.name) is here" }.sorted()
        let facts = (here + others.values.sorted()).joined(separator: "; ")
        return "waits for \(options.agentsCount - here.count) of \(options.agentsCount) agents at \(link.place)"
            + (facts.isEmpty ? "" : " (\(facts))")
    }

    private func show(_ text: String) {
        guard shown != text else { return }
        shown = text
        StandardStreams.printError("riffle load: \(text)")
    }

    /// Handles what has come from the agents, and looks after those that are silent.
    func pump() {
        for event in link.take() {
            // Results may take long to read, and agents must hear from here meanwhile.
            agents.forEach { $0.look(isListening: false) }
            switch event {
            case .connected: break
            case .disconnected: agents.forEach { $0.lose("was lost with the connection to NATS at \(link.place)") }
            case .message(let message): handle(message)
            }
        }
        agents.forEach { $0.look() }
    }

    private func handle(_ message: AgentMessage) {
        switch message.body {
        case .here(let coordinator): consider(message, coordinator)
        case .refused(let reason) where message.run == run:
            agents.removeAll { $0.id == message.from && !$0.isClaimed }
            leaveOut(message.from, "\(message.name.printableLine) \(reason.printableLine)")
        default: agents.first { $0.id == message.from }?.handle(message)
        }
    }

    /// Takes an agent that has time, unless there are enough.
    private func consider(_ message: AgentMessage, _ coordinator: String?) {
        let name = message.name.printableLine
        // Workers keep their agents until the end of the run.
        guard !isComplete else { return }
        guard message.version == Riffle.version else {
            return leaveOut(
                message.from, "\(name): expected version \(Riffle.version), got \(message.version.printableLine)")
        }
        guard !agents.contains(where: { $0.id == message.from }) else { return }
        if let coordinator {
            return leaveOut(message.from, "\(name) plays a run of \(coordinator.printableLine)")
        }
        others[message.from] = nil
        agents.removeAll { $0.loss != nil }
        guard agents.count < options.agentsCount else { return }
        let agent = RemoteAgent(id: message.from, name: name, run: run, link: link)
        agents.append(agent)
        agent.send(.claim(workers: workers))
    }

    private func leaveOut(_ agent: UInt64, _ reason: String) {
        if others[agent] != nil || others.count < AgentFleet.mostOthers { others[agent] = reason.beginning(200) }
    }

    // MARK: The run

    /// The workers of all agents, with their orders under way.
    func members(_ plan: LoadPlan) throws -> [any CrewMember] {
        var members: [any CrewMember] = []
        let count = agents.count * workers
        for agent in agents {
            for place in 0..<workers {
                var order = order
                order.share = LoadShare(worker: members.count, of: count)
                let name = "agent \(agent.name)" + (workers > 1 ? ", worker \(place + 1)" : "")
                let worker = try RemoteWorker(
                    number: members.count, name: name, agent: agent, place: place, fleet: self, order: order)
                agent.workers.append(worker)
                pump()
                members.append(worker)
            }
        }
        parts = (0..<count).map { plan.fraction(of: LoadShare(worker: $0, of: count)) }
        outcomes = agents.enumerated().map { place, agent in
            let share = parts[(place * workers)..<((place + 1) * workers)].reduce(0, +)
            return AgentOutcome(name: agent.name, clock: agent.clock, share: share)
        }
        return members
    }

    /// Notes the loss of a worker of a run that goes on.
    func lose(_ member: Int, _ loss: AgentOutcome.WorkerLoss) {
        let agent = member / workers
        outcomes[agent].lostShare += parts[member]
        if outcomes[agent].losses.last != loss { outcomes[agent].losses.append(loss) }
        let missing = Int((outcomes.reduce(0) { $0 + $1.lostShare } * 100).rounded())
        note("LOST \(missing) % of the users after \(loss.second) s: \(loss.reason)")
    }
}

/// The name of this machine.
enum HostName {
    static var text: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// With the number of this process, as several may be on one machine.
    static var withProcess: String { "\(text)-\(getpid())" }
}
