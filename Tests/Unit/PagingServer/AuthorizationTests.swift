import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingServer

/// Rooms that ask for a token.
@Suite struct AuthorizationTests {
    private func joined(as role: Role, _ authorization: Authorization) -> ServerFixture {
        var loops = ServerFixture(1) {
            $0.authorizesJoins = true
            $0.hasTokens = true
        }
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

    @Test func aPresentersTokenPassesALock() {
        var loops = joined(as: .presenter, .granted(.presenter, name: nil))
        loops.ask(2, .lock(true), from: 1, on: 0)
        loops.send(.leave(RequestID(3)), from: 1, on: 0)
        loops.close(1, on: 0)
        for (peer, role) in [(UInt64(2), Role.member), (3, .presenter)] {
            loops.open(peer, on: 0)
            loops.send(.join(RequestID(1), Join(role: .presenter, token: "word")), from: peer, on: 0)
            loops.handle(.authorized(PeerID(peer), .granted(role, name: nil)), on: 0)
        }
        #expect(loops.endings == [ServerFixture.Ending(loop: 0, peer: 2, code: .forbidden)])
        #expect(welcome(loops)?.role == .presenter)
    }

    /// Joins with a token of this identity, and returns how many connections have ended so far.
    private func join(_ peer: UInt64, _ role: Role, _ id: String, to loops: inout ServerFixture) -> Int {
        loops.open(peer, on: 0)
        loops.send(.join(RequestID(1), Join(role: .presenter, token: "word")), from: peer, on: 0)
        loops.handle(.authorized(PeerID(peer), .granted(role, name: nil, credential: Credential(tokenID: id))), on: 0)
        return loops.endings.count
    }

    @Test func aRemovedMembersTokenIsRefused() {
        var loops = ServerFixture(1) {
            $0.authorizesJoins = true
            $0.isDurable = true
        }
        for (peer, role, id) in [(UInt64(1), Role.presenter, "ann"), (2, .member, "bob")] {
            _ = join(peer, role, id, to: &loops)
            loops.save()
        }
        loops.ask(2, .remove(MemberID(2)), from: 1, on: 0)
        loops.save()
        #expect(loops.endings.map(\.code) == [.removed])
        #expect(join(3, .member, "bob", to: &loops) == 2)
        #expect(join(4, .member, "cy", to: &loops) == 2, "another token")
        var later = ServerFixture(1, persisted: loops.recordSum) { $0.authorizesJoins = true }
        #expect(join(5, .member, "bob", to: &later) == 1, "over a restart, too")
        #expect(later.endings.map(\.code) == [.removed])
        #expect(join(6, .member, "dora", to: &later) == 1)
    }

    @Test func theTokenOfAnAudienceStaysValid() {
        var loops = ServerFixture(1) { $0.authorizesJoins = true }
        for (peer, role, id) in [(UInt64(1), Role.presenter, "ann"), (2, .member, "all"), (3, .member, "all")] {
            #expect(join(peer, role, id, to: &loops) == 0)
        }
        loops.ask(2, .remove(MemberID(2)), from: 1, on: 0)
        #expect(loops.endings.map(\.peer) == [2])
        #expect(join(4, .member, "all", to: &loops) == 1)
    }

    @Test func theSignatureOfATokenDoesNotCount() {
        #expect(Credential(token: "a.b.c") == Credential(token: "a.b.c="))
        #expect(Credential(token: "a.b.c") != Credential(token: "a.d.c"))
        #expect(Credential(tokenID: "a.b") != Credential(token: "a.b.c"))
    }

    @Test func aBadTokenEndsWithItsCode() {
        #expect(joined(as: .member, .unauthorized(reason: "expired")).endings.map(\.code) == [.unauthorized])
        #expect(joined(as: .member, .forbidden(reason: "another room")).endings.map(\.code) == [.forbidden])
    }

    @Test func aTokenIsKnownAsLongAsItsConnection() {
        let token = VerifiedToken(id: "a", expires: 9)
        let granted = Authorization.granted(.member, name: nil, token: token)
        var loops = joined(as: .member, granted)
        #expect(loops.cores[0].tokens.map(\.peer) == [PeerID(1)] && loops.cores[0].tokens.map(\.token) == [token])
        loops.close(1, on: 0)
        #expect(loops.cores[0].tokens.isEmpty)
        loops.open(2, on: 0)
        let join = ClientMessage.join(RequestID(1), Join(token: "word"))
        loops.handle([.received(PeerID(2), [.success(join)]), .closed(PeerID(2))], on: 0)
        #expect(loops.asked.map(\.peer) == [1, 2])
        loops.handle(.authorized(PeerID(2), granted), on: 0)
        #expect(loops.cores[0].tokens.isEmpty, "the connection ended while its join waited")
    }

    @Test func aTokenThatIsNeverLookedAtRunsIntoTheTimeLimit() {
        var loops = ServerFixture(1) { $0.authorizesJoins = true }
        loops.handle(.opened(PeerID(1), room: loops.name, secret: Session("s")), on: 0)
        loops.handle(.received(PeerID(1), [.success(.join(RequestID(1), Join()))]), on: 0)
        loops.milliseconds = 6_000
        loops.handle(.tick, on: 0)
        #expect(loops.endings.map(\.code) == [.noJoin])
    }
}
