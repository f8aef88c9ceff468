import Foundation
import TestPeers

@testable import WebSocketLoop

/// A call from a loop to its delegate.
enum Event: Equatable, Sendable {
    case opened(ConnectionID, path: String)
    case received(ConnectionID, [UInt8])
    case pong(ConnectionID)
    case writable(ConnectionID)
    case closed(ConnectionID, code: UInt16?, reason: String)
    case failed(ConnectionID, reason: String)
    case woken
    case timer(atMilliseconds: Int64)
    case readable(Int32)
}

/// Events of one loop, in order, for other threads to wait on.
final class Recorder: @unchecked Sendable {
    // Sendable because the array is only touched with the condition locked.
    private let condition = NSCondition()
    private var events: [Event] = []

    func record(_ event: Event) {
        condition.lock()
        events.append(event)
        condition.broadcast()
        condition.unlock()
    }

    var all: [Event] {
        condition.lock()
        defer { condition.unlock() }
        return events
    }

    /// Waits until `find` finds something among the events.
    func wait<Found>(
        _ what: String, seconds: Double = WaitLimit.seconds, for find: ([Event]) -> Found?
    ) throws -> Found {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let found = find(events) { return found }
            guard condition.wait(until: deadline) else { throw Missing(what: what, after: events.suffix(6)) }
        }
    }

    /// Waits for the next connection that opens after `skip` others.
    func opened(skip: Int = 0) throws -> ConnectionID {
        try wait("opened") { events in
            let opened = events.compactMap { if case .opened(let connection, _) = $0 { connection } else { nil } }
            return opened.count > skip ? opened[skip] : nil
        }
    }

    func closed(_ connection: ConnectionID) throws -> (code: UInt16?, reason: String) {
        try wait("closed") { events in
            for case .closed(connection, let code, let reason) in events { return (code, reason) }
            return nil
        }
    }

    func received(by connection: ConnectionID, count: Int) throws -> [[UInt8]] {
        try wait("\(count) messages") { events in
            let messages = events.compactMap { event -> [UInt8]? in
                if case .received(connection, let bytes) = event { bytes } else { nil }
            }
            return messages.count >= count ? messages : nil
        }
    }

    func closedCount(_ connection: ConnectionID) -> Int {
        all.filter { if case .closed(connection, _, _) = $0 { true } else { false } }.count
    }
}

struct Missing: Error {
    let what: String
    let after: ArraySlice<Event>
}
