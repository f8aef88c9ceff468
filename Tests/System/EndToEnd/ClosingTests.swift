import Foundation
import Glibc
import PagingEngine
import PagingRoom
import TestPeers
import Testing

extension EndToEnd {
    /// The ends of connections, and the reactions of clients.
    @Suite struct ClosingTests {
        @Test func wrongConnectionsAreClosedWithAReason() throws {
            try EndToEndFixture.with { fixture in
                let nowhere = try fixture.raw(room: "nowhere")
                #expect(try nowhere.end() == 4_104)
                #expect(nowhere.closeReason.contains("nowhere"))
                let silent = try fixture.raw()
                let (opened, watch) = (ContinuousClock.now, Stopwatch())
                #expect(try silent.end() == 4_002)
                #expect(ContinuousClock.now - opened > .seconds(4), "five seconds to join, looked at each second")
                #expect(watch.milliseconds < 8_000, "five seconds to join, looked at each second")
            }
        }

        @Test(arguments: loops) func aSessionIsTakenOver(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let ann = try fixture.join("ann")
                let session = try #require(ann.now.welcomes.first?.session)
                let raw = try fixture.raw()
                let welcome = try raw.join(#""session":"\#(session.text)""#)
                #expect(welcome.number("member").map { UInt32($0) } == ann.now.welcomes.first?.member.number)
                let end = try ann.wait("the end") { $0.end != nil }.end
                guard case .refused(.takenOver, _) = end else {
                    Issue.record("ended with \(String(describing: end))")
                    return
                }
            }
        }

        @Test func anUnknownPathIsRefusedInHTTP() throws {
            try EndToEndFixture.with { fixture in
                let port = fixture.server.port
                #expect(try RawClient(port: port, path: "/rooms/numbers", subprotocol: "chat").status == 400)
                #expect(try RawClient(port: port, path: "/rooms/numbers", subprotocol: nil).status == 400)
                #expect(try RawClient(port: port, path: "/rooms/a%20b").status == 404)
                #expect(try RawClient(port: port, path: "/rooms/" + String(repeating: "x", count: 65)).status == 404)
                #expect(try RawClient(port: port, path: "/elsewhere").status == 404)
                let health = try RawClient(port: port, path: "/healthz", subprotocol: nil, upgrade: false)
                #expect(health.status == 200)
                #expect(health.body.hasPrefix("alive"))
                let other = try RawClient(port: port, path: "/metrics", subprotocol: nil, upgrade: false)
                #expect(other.status == 404)
            }
        }

        @Test(arguments: loops) func membersReconnectAfterTheServerStops(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let members = try [fixture.join("ann"), fixture.join("ben")]
                let raw = try fixture.raw()
                try raw.join()
                let end = try members[0].achieve(.jump(PageIndex(4), animated: false))
                try expectInStep(members, since: end)
                #expect(try fixture.stopServer() == 0)
                let closing = try raw.next("closing")
                #expect(closing.number("code") == 4_000)
                #expect(try raw.end() == 4_000)
                for member in members {
                    let seen = try member.wait("the goodbye") { !$0.waits.isEmpty }
                    #expect(seen.notices.map(\.text) == ["the server is going away"])
                    #expect(seen.end == nil, "it comes back")
                }
                try fixture.restartServer()
                for member in members { try member.wait("the new server") { $0.snapshots == 2 && $0.isFollowing } }
                let epochs = Set(members[0].now.welcomes.map(\.epoch))
                #expect(epochs.count == 2)
                #expect(members.allSatisfy { $0.now.welcomes.last?.recovered == false && $0.now.snapshots == 2 })
                for member in members { try member.wait("the new room") { $0.replica?.settled == PageIndex(0) } }
                let step = try members[1].achieve(.step(.forward, from: PageIndex(0)))
                let turned = try members[0].wait("the step") { $0.isAtRest && $0.sequence > step }
                #expect(turned.replica?.origin == PageIndex(1))
                let other = try members[1].wait("the step") { $0.isAtRest && $0.sequence >= turned.sequence }
                #expect(other.replica?.digest == turned.replica?.digest)
            }
        }
    }
}
