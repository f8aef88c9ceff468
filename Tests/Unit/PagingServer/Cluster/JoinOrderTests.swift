import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Joins of one session over several nodes, which may reach the owner in another order than that of their connections.
@Suite struct JoinOrderTests {
    /// A join of the session of connection 1 of loop 0, over a connection of another node.
    private func join(_ node: ServerFixture, openedAt milliseconds: Int64?) -> LoopMessage {
        .requestJoin(
            room: node.name,
            JoinRequest(
                address: node.foreign(7), id: RequestID(1),
                join: Join(session: Session("secret-0-1"), knowsEpochs: true),
                secret: Session("foreign-7"), limit: .presenter, passesLock: false, mayCreate: false,
                connection: ConnectionKey("other-7"), openedAt: milliseconds.map { Instant(milliseconds: $0) }))
    }

    /// A process whose room has a member since a connection that was opened after 5 s.
    private func hosting() -> ServerFixture {
        var node = ServerFixture.node()
        node.milliseconds = 5_000
        node.host()
        node.join(1, on: 0, knowsEpochs: true)
        node.commit()
        node.toCluster = []
        return node
    }

    /// The join waited at another node without an owner, which has not noticed the end of its connection.
    @Test func aJoinOverAnOlderConnectionTakesNothingOver() {
        var node = hosting()
        node.pass(join(node, openedAt: 4_999))
        #expect(node.takeWords() == ["dismissed 7 moved"] && node.endings.isEmpty)
    }

    @Test func aJoinOverANewerConnectionTakesOver() {
        for moment in [5_000, 5_001, nil] as [Int64?] {
            var node = hosting()
            node.pass(join(node, openedAt: moment))
            #expect(node.endings.map(\.code) == [.takenOver])
        }
    }

    @Test func anOlderConnectionMayReturnWhenTheNewerOneHasEnded() {
        var node = hosting()
        node.close(1, on: 0)
        node.toCluster = []
        node.pass(join(node, openedAt: 4_000))
        #expect(node.takeWords().contains { $0.hasPrefix("granted 7") })
    }

    /// Nobody knows when a connection was opened that an edge has kept: before the joins that come later.
    @Test func aConnectionThatWasKeptIsNewerThanJoinsBefore() {
        var node = hosting()
        node.command(.unhost(room: node.name, .lost))
        node.milliseconds = 9_000
        node.command(
            .host(node.spec(persisted: node.recordSum), Epoch("second"), after: node.records.last?.number ?? .none))
        node.pass(node.reopening(2, session: "secret-0-1"))
        node.toCluster = []
        node.command(.started(room: node.name), .speak(room: node.name))
        node.toCluster = []
        node.pass(join(node, openedAt: 8_999))
        #expect(node.takeWords() == ["dismissed 7 moved"])
        node.pass(join(node, openedAt: 9_001))
        #expect(node.takeWords().contains { $0.hasPrefix("granted 7") })
    }
}
