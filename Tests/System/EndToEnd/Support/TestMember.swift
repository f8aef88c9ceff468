import Foundation
import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import TestPeers
import Testing
import WebSocketLoop

@testable import riffle

/// A member of a room on a thread of its own, for a test to give orders to and to watch.
///
/// `@unchecked Sendable`: all fields are constant, and what they refer to may be used from any thread.
final class TestMember: @unchecked Sendable {
    typealias Order = @Sendable (MemberCrew) -> Void

    let name: String
    private let orders = Mailbox<Order>()
    private let log = ObservationLog()
    /// The pipe that wakes the thread, its reading end first.
    private let bell: [Int32]
    private let ended = OneShot<Void>()

    /// Starts to connect; `wait` says when it is in.
    ///
    /// - Parameters:
    ///   - others: further addresses of the room, to try when the connection ends.
    ///   - pongMilliseconds: how long it waits for a pong; nil as any client does.
    init(
        _ name: String, url: String, others: [String] = [], role: Role, offsets: PagingWire.Join.Offsets,
        pongMilliseconds: Int64? = nil
    ) throws {
        self.name = name
        let endpoints = try [Endpoint(url: url)] + others.map { try Endpoint(url: $0) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ExpectationError("a pipe", instead: "errno \(errno)") }
        bell = ends
        var settings = ClientSettings(join: PagingWire.Join(name: name, role: role, offsets: offsets))
        if let pongMilliseconds { settings.pongMilliseconds = pongMilliseconds }
        let thread = Thread { [settings, orders, log, ended, bell] in
            do {
                try MemberCrew(endpoints, settings, orders: orders, bell: bell[0], log: log).run()
            } catch {
                log.write { $0.waits.append("\(error)") }
            }
            ended.give(())
        }
        thread.name = name
        thread.start()
    }

    var now: Observation { log.now }

    /// Does something on the member's thread, later.
    func order(_ order: @escaping Order) {
        if orders.push(order) { _ = Glibc.write(bell[1], "!", 1) }
    }

    /// Waits until `isWanted` accepts what the member has seen, and returns it.
    @discardableResult
    func wait(
        _ what: String, withinSeconds seconds: Double = WaitLimit.seconds, until isWanted: (Observation) -> Bool
    ) throws -> Observation {
        let deadline = Date(timeIntervalSinceNow: seconds)
        if let observation = log.wait(before: deadline, until: isWanted) { return observation }
        let now = log.now
        let last = now.events.suffix(5).map { "\($0.sequence.number) \($0.change.word)" }
        throw ExpectationError(
            "\(name) to see \(what)",
            instead: "stage \(now.stage), seq \(now.sequence.number), last events \(last), waits \(now.waits)")
    }

    /// Sends a request; nil for a sample of a drag, which is not answered.
    @discardableResult
    func send(_ request: Request) -> RequestID? {
        let id = OneShot<RequestID?>()
        order { id.give($0.shell.request(request, client: $0.client)) }
        return id.wait()
    }

    /// Sends `requests` one by one, `milliseconds` apart, as a hand does, and waits until all are sent.
    func play(_ requests: [Request], everyMilliseconds milliseconds: Int64) throws {
        let begun = OneShot<Void>()
        order { crew in
            crew.play(requests, everyMilliseconds: milliseconds)
            begun.give(())
        }
        begun.wait()
        try wait("the last sample") { $0.unplayed == 0 }
    }

    func answer(to id: RequestID?) throws -> Answer {
        guard let id else { throw ExpectationError("\(name) to send a request", instead: "stage \(now.stage)") }
        let observation = try wait("an answer to \(id.number)") { $0.answers[id] != nil }
        return try #require(observation.answers[id])
    }

    func ask(_ request: Request) throws -> Answer { try answer(to: send(request)) }

    /// Asks for something that is to be done; returns the last event it caused.
    @discardableResult
    func achieve(_ request: Request, sourceLocation: SourceLocation = #_sourceLocation) throws -> Sequence {
        let answer = try ask(request)
        guard case .accepted(_, let sequence, _) = answer else {
            Issue.record("\(request) of \(name) was answered \(answer)", sourceLocation: sourceLocation)
            throw ExpectationError("\(name)'s request to be accepted", instead: "\(answer)")
        }
        return sequence
    }

    /// Breaks the connection as a failing network would, and stays away.
    func cut() { order { $0.shell.handle(.abort, client: $0.client) } }

    /// Comes back after a cut.
    func reconnect() { order { $0.shell.handle(.reconnect, client: $0.client) } }

    /// Ends the thread, and the connection with it.
    func end() {
        order { $0.shell.stop() }
        ended.wait()
        for descriptor in bell { _ = Glibc.close(descriptor) }
    }
}

extension Answer {
    var isAccepted: Bool { if case .accepted = self { true } else { false } }
    var code: Refusal.Code? { if case .refused(_, let refusal, _) = self { refusal.code } else { nil } }
}
