import Platform
import TestPeers
import Testing

@testable import RoomStore

/// Recorded events of a store, and a gate that can block its writer.
final class StoreEventRecorder: Sendable {
    private struct Page {
        var events: [StoreEvent] = []
        var isHeld = false
    }

    private let page = Locked(Page())

    var events: [StoreEvent] { page.withLock { $0.events } }

    var commits: [StoreCommit] {
        events.compactMap { if case .committed(let commit) = $0 { commit } else { nil } }
    }

    func record(_ event: StoreEvent) {
        page.change { $0.events.append(event) }
        page.wait { $0.isHeld ? nil : () }
    }

    /// Blocks the writer at its next event, until `release`.
    func hold() {
        page.change { $0.isHeld = true }
    }

    func release() {
        page.change { $0.isHeld = false }
    }

    /// Waits for an event; fails the test when it does not come within the limit.
    func wait(_ what: Comment, for condition: (StoreEvent) -> Bool) throws {
        let limit = Int64(WaitLimit.milliseconds)
        let found: Void? = page.wait(milliseconds: limit) { $0.events.contains(where: condition) ? () : nil }
        try #require(found != nil, what)
    }

    func waitForCommit(at position: JournalPosition) throws {
        try wait("the commit of \(position.number)") {
            if case .committed(let commit) = $0 { commit.position >= position } else { false }
        }
    }
}
