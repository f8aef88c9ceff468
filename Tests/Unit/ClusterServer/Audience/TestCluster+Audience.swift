import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Rooms with more viewers than their lists hold.
extension TestCluster {
    /// The members that a room lists.
    static let listed = 200

    /// The first connection of viewers; those before have filled the list.
    static let firstViewer: UInt64 = 1_000

    /// Runs until the room has an owner that lists as many of its own members as it does. Returns it, and a presenter.
    mutating func fillOwner() throws -> (owner: Int, presenter: TestMember) {
        wait(5_000) { !$0.owners().isEmpty }
        let owner = try #require(owners().first)
        return (owner, fillList(at: owner))
    }

    /// Runs until the room lists as many members as it does, all at `node`. Returns the first, a presenter.
    mutating func fillList(at node: Int) -> TestMember {
        let members = (1...UInt64(TestCluster.listed)).map {
            join(at: node, loop: Int($0) % loops, $0, role: $0 == 1 ? .presenter : .member)
        }
        wait(8_000) { cluster in members.allSatisfy { cluster.said(to: $0).sequence != nil } }
        return members[0]
    }

    mutating func joinViewers(_ count: Int, at node: Int, from first: UInt64 = firstViewer) -> [TestMember] {
        (0..<UInt64(count)).map { join(at: node, loop: Int($0) % loops, first + $0, role: .viewer) }
    }

    mutating func waitForWelcomes(_ members: [TestMember], sourceLocation: SourceLocation = #_sourceLocation) {
        wait(8_000, sourceLocation: sourceLocation) { cluster in
            members.allSatisfy { cluster.said(to: $0).sequence != nil }
        }
    }

    /// Returns as the member of an earlier welcome, after the event `since` of its epoch.
    mutating func rejoin(
        at node: Int, _ peer: UInt64, as welcome: Welcome, since sequence: PagingRoom.Sequence?
    ) -> TestMember {
        let since = sequence.map { Join.Since(epoch: welcome.epoch, sequence: $0) }
        let join = Join(
            role: welcome.role, offsets: .keyframes, since: since, session: welcome.session, knowsEpochs: true)
        let id = PeerID(peer)
        serve(.opened(id, room: TestCluster.room, secret: Session("again-\(node)-\(peer)")), on: 0, of: node)
        serve(.received(id, [.success(.join(RequestID(1), join))]), on: 0, of: node)
        return TestMember(node: node, address: Address(loop: 0, peer: id))
    }

    mutating func send(_ message: ClientMessage, from member: TestMember) {
        serve(.received(member.address.peer, [.success(message)]), on: member.address.loop, of: member.node)
    }

    /// The members that the owner knows one by one.
    func membersOfOwner() throws -> [Member] {
        let owner = try #require(owners().first)
        let loop = RoomSpec.home(of: TestCluster.room, loops: loops)
        return try #require(nodes[owner].loops[loop].members(of: TestCluster.room))
    }

    /// Members and viewers connected, as `/rooms` shows them.
    func membersInStatus() throws -> Int {
        let owner = try #require(owners().first)
        return try #require(nodes[owner].loops.flatMap(\.roomStatuses).first { $0.name == TestCluster.room }).members
    }

    func welcome(of member: TestMember) throws -> Welcome {
        try #require(said(to: member).welcomes.last)
    }

    /// The viewers that are not listed, as the member was told last.
    func viewers(toldTo member: TestMember) -> Int? {
        for message in said(to: member).reversed() {
            switch message {
            case .event(let event): if case .audience(let viewers) = event.change { return viewers }
            case .snapshot(let snapshot): return snapshot.replica.viewers
            default: continue
            }
        }
        return nil
    }
}

extension [ServerMessage] {
    var welcomes: [Welcome] {
        compactMap { if case .welcome(let welcome) = $0 { welcome } else { nil } }
    }

    var snapshots: [Snapshot] {
        compactMap { if case .snapshot(let snapshot) = $0 { snapshot } else { nil } }
    }

    var reports: [InStep] {
        compactMap { if case .inStep(let report) = $0 { report } else { nil } }
    }

    func refusal(of id: Int64) -> Refusal.Code? {
        for case .answer(.refused(RequestID(id), let refusal, _)) in self { return refusal.code }
        return nil
    }
}
