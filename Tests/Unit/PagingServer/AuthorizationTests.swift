import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Rooms that ask for a token.
@Suite struct AuthorizationTests {
    private func joined(as role: Role, _ authorization: Authorization) -> ServerFixture {
        var loops = ServerFixture(1) { $0.isClosed = true }
        loops.handle(.opened(PeerID(1), room: loops.name, secret: Session("s")), on: 0)
        let join = Join(name: "Ann", role: role, token: "word")
        loops.handle(.received(PeerID(1), [.success(.join(RequestID(1), join))]), on: 0)
        #expect(loops.asked.map(\.token) == ["word"])
        #expect(loops.sent.isEmpty, "nobody is in before the token was looked at")
        loops.handle(.authorized(PeerID(1), authorization), on: 0)
        return loops
    }

    private func welcome(_ loops: ServerFixture) -> Welcome? {
        for case .welcome(let welcome) in loops.sent.flatMap(\.objects) { return welcome }
        return nil
    }

    @Test func aGoodTokenLetsIn() {
        #expect(welcome(joined(as: .member, .granted(.presenter, name: nil)))?.role == .member)
    }

    @Test(arguments: Role.allCases)
    func nobodyIsMoreThanTheTokenSays(asked: Role) {
        let role = welcome(joined(as: asked, .granted(.viewer, name: nil)))?.role
        #expect(role == .viewer)
    }

    @Test func theTokensNameCounts() {
        let loops = joined(as: .member, .granted(.member, name: "Zoe"))
        var names: [String] = []
        for case .snapshot(let snapshot) in loops.sent.flatMap(\.objects) {
            names = snapshot.replica.members.map(\.name)
        }
        #expect(names == ["Zoe"])
    }

    @Test func aBadTokenEndsWithItsCode() {
        #expect(joined(as: .member, .unauthorized(reason: "expired")).endings.map(\.code) == [.unauthorized])
        #expect(joined(as: .member, .forbidden(reason: "another room")).endings.map(\.code) == [.forbidden])
    }

    @Test func aTokenThatIsNeverLookedAtRunsIntoTheTimeLimit() {
        var loops = ServerFixture(1) { $0.isClosed = true }
        loops.handle(.opened(PeerID(1), room: loops.name, secret: Session("s")), on: 0)
        loops.handle(.received(PeerID(1), [.success(.join(RequestID(1), Join()))]), on: 0)
        loops.milliseconds = 6_000
        loops.handle(.tick, on: 0)
        #expect(loops.endings.map(\.code) == [.noJoin])
    }
}
