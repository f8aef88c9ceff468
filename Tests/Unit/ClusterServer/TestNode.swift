import PagingRoom
import PagingServer
import PagingWire

@testable import ClusterServer
@testable import Simulation

/// A process of a test cluster, and what it did.
struct TestNode {
    let process: ClusterProcess
    var isRunning = true
    /// Everything that was sent to its connections.
    var sent: [Address: [ServerMessage]] = [:]
    var endings: [Address: CloseCode] = [:]
    var logs: [ClusterLog] = []
    var isDrained = false
    var hasLeft = false

    var core: ClusterCore { process.core }
    var loops: [ServerCore] { process.loops }

    /// The number of the ownership of a room that it has.
    func ownership(of room: String) -> UInt64? { process.hosted[room] }
}

/// A connection of a member.
struct TestMember: Hashable {
    let node: Int
    let address: Address
}

extension [ServerMessage] {
    var events: [Event] {
        compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// The epochs of welcomes and snapshots, each named once where it begins.
    var epochs: [String] {
        var epochs: [String] = []
        for message in self {
            let epoch: Epoch? =
                switch message {
                case .welcome(let welcome): welcome.epoch
                case .snapshot(let snapshot): snapshot.epoch
                default: nil
                }
            if let epoch, epochs.last != epoch.text { epochs.append(epoch.text) }
        }
        return epochs
    }

    /// The event that the last snapshot or event shows.
    var sequence: PagingRoom.Sequence? {
        for message in reversed() {
            switch message {
            case .event(let event): return event.sequence
            case .snapshot(let snapshot): return snapshot.replica.sequence
            default: continue
            }
        }
        return nil
    }

    /// The place of the answer to a request; nil before it came.
    func place(ofAnswerTo id: Int64) -> Int? {
        firstIndex { if case .answer(let answer) = $0 { answer.id == RequestID(id) } else { false } }
    }

    func hasAccepted(_ id: Int64) -> Bool {
        contains { if case .answer(.accepted(RequestID(id), _, _)) = $0 { true } else { false } }
    }

    var hasNotice: Bool {
        contains { if case .notice = $0 { true } else { false } }
    }
}
