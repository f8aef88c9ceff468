import FoundationEssentials
import Glibc
import Platform

/// A run at an agent: its worker processes, and the lines between them and the coordinator.
final class AgentRun {
    /// One worker: before it has read its order, its process, and after its end.
    private struct WorkerPlace {
        var process: WorkerProcess?
        var order = LineBuffer(mostBytes: AgentMessage.lineBytes)
        var piecesUnderWay = 0
        /// Lines of the worker that are not sent yet.
        var output: ArraySlice<UInt8> = []
        var hasEnded = false
    }

    let coordinator: UInt64
    let coordinatorName: String
    let number: UInt64
    private let link: AgentLink
    private let allowedHosts: [String]
    private var numbers = MessageNumbers()
    private var places: [WorkerPlace]
    private var heardAt = MonotonicClock.milliseconds
    private(set) var targets = ""

    /// - Parameter allowedHosts: hosts that it may play against; empty: all.
    init(_ claim: AgentMessage, workers: Int, link: AgentLink, allowedHosts: [String]) {
        (coordinator, coordinatorName, number) = (claim.from, claim.name.printableLine, claim.run)
        (self.link, self.allowedHosts) = (link, allowedHosts)
        places = Array(repeating: WorkerPlace(), count: workers)
        _ = numbers.accepts(claim.sequence)
        send(.claimed)
    }

    private func send(_ body: AgentMessage.Body) {
        link.send(body, run: number, sequence: numbers.next(), to: coordinator)
    }

    /// Descriptors to poll for.
    var queries: [pollfd] {
        places.flatMap { place -> [pollfd] in
            guard let process = place.process, !place.hasEnded else { return [] }
            // A coordinator that is behind gets no more.
            return place.output.isEmpty && place.piecesUnderWay < AgentMessage.piecesUnderWay
                ? process.queries : [process.queries[1]]
        }
    }

    /// Handles a message of the coordinator. Returns the reason when the run is over.
    func handle(_ message: AgentMessage) -> String? {
        guard numbers.accepts(message.sequence) else { return "a message was lost on the way" }
        heardAt = MonotonicClock.milliseconds
        switch message.body {
        case .probe(let sent):
            let received = MonotonicClock.microseconds
            send(.echo(of: sent, received: received, sent: MonotonicClock.microseconds))
        case .input(let worker, let data) where places.indices.contains(worker):
            take(data.map { Array($0) }, worker)
        case .taken(let worker) where places.indices.contains(worker):
            places[worker].piecesUnderWay = max(0, places[worker].piecesUnderWay - 1)
        case .release: return ""
        default: break
        }
        return nil
    }

    private func take(_ bytes: [UInt8]?, _ worker: Int) {
        guard let bytes else {
            if let process = places[worker].process {
                process.stop()
            } else {
                end(worker, "was stopped before its order")
            }
            return
        }
        send(.taken(worker: worker))
        guard !places[worker].hasEnded else { return }
        if let process = places[worker].process { return process.send(bytes) }
        guard let lines = places[worker].order.add(bytes) else { return end(worker, "got a line of too many bytes") }
        guard let first = lines.first else { return }
        do {
            let order = try order(first)
            targets = LoadTargets.shown(order.targets).printableLine
            let process = try WorkerProcess(number: worker, order: order)
            places[worker].process = process
            // Lines behind the order, and the begin of another one.
            let rest = bytes.suffix(from: (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1)
            if !rest.isEmpty { process.send(Array(rest)) }
        } catch {
            end(worker, "refused the run: \(error)")
        }
    }

    private func order(_ line: [UInt8]) throws -> LoadOrder {
        guard var order = try? JSONDecoder().decode(LoadOrder.self, from: Data(line)) else {
            throw CommandFailure(description: "expected a load order, got another line")
        }
        guard order.bundle != nil else { throw CommandFailure(description: "expected the files of the run, got none") }
        guard order.share.workers > 0, (0..<order.share.workers).contains(order.share.worker) else {
            throw CommandFailure(description: "expected a share of the users, got another value")
        }
        for url in order.targets {
            let host = try LoadTarget(url: url).host
            guard allowedHosts.isEmpty || allowedHosts.contains(host) else {
                throw CommandFailure(
                    description:
                        "expected a target at \(allowedHosts.joined(separator: ", ")), got \(host.printableLine)")
            }
        }
        order.allowedHosts = allowedHosts.isEmpty ? nil : allowedHosts
        return order
    }

    private func end(_ worker: Int, _ how: String) {
        guard !places[worker].hasEnded else { return }
        places[worker].hasEnded = true
        send(.ended(worker: worker, reason: "agent \(link.name): \(how)"))
    }

    /// Passes on what workers have written. Returns the reason when the run is over.
    func relay() -> String? {
        for worker in places.indices {
            guard let process = places[worker].process, !places[worker].hasEnded else { continue }
            process.sendRest()
            var query = process.queries[0]
            if places[worker].output.isEmpty, poll(&query, 1, 0) > 0 {
                places[worker].output = process.take().flatMap { $0 + [UInt8(ascii: "\n")] }[...]
            }
            while !places[worker].output.isEmpty, places[worker].piecesUnderWay < AgentMessage.piecesUnderWay {
                let piece = places[worker].output.prefix(AgentMessage.pieceBytes)
                send(.output(worker: worker, data: Data(piece)))
                places[worker].piecesUnderWay += 1
                places[worker].output = places[worker].output.dropFirst(piece.count)
            }
            if process.hasEnded, places[worker].output.isEmpty {
                end(worker, "worker \(worker + 1) \(process.processEnding)")
            }
        }
        let silence = MonotonicClock.milliseconds - heardAt
        return silence >= AgentMessage.silenceMilliseconds ? "the coordinator was silent for \(silence / 1_000) s" : nil
    }

    /// Kills the workers that still play.
    func close(tells: Bool) {
        if tells { send(.release) }
        for place in places { place.process?.kill() }
    }
}
