import PagingClient
import PagingEngine
import Testing

@testable import riffle

@Suite struct ConnectionBannerTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    private func banner(_ reason: String) -> ConnectionBanner {
        var banner = ConnectionBanner()
        banner.lost(reason)
        return banner
    }

    @Test func theCountdownShowsSecondsAndChangesWithThem() {
        let stage = ClientCore.Stage.waiting(until: at(10_000))
        let banner = banner("the connection broke")
        var texts: [String] = []
        var now = at(6_500)
        while true {
            texts.append(banner.text(stage, at: now) ?? "")
            guard let next = banner.nextChange(stage, at: now) else { break }
            #expect(next > now)
            now = next
        }
        #expect(
            texts
                == ["in 3 s", "in 2 s", "in 1 s", "now", "now"].map {
                    "connection lost, next attempt \($0) (the connection broke)"
                })
    }

    @Test func thereIsNoLineWhileConnected() {
        #expect(banner("x").text(.following, at: at(0)) == nil)
        #expect(banner("x").nextChange(.following, at: at(0)) == nil)
        #expect(banner("x").text(.connecting, at: at(0)) == "connection lost, reconnecting (x)")
    }

    /// The server says whether the talk has ended or somebody has closed the room.
    @Test(arguments: [("the presentation has ended", true), ("an operator closed the room", false)])
    func whoEndedTheRoomIsSaid(reason: String, isAnnounced: Bool) {
        let stage = ClientCore.Stage.over(.roomClosed(reason: reason, isAnnounced: isAnnounced))
        #expect(banner("x").text(stage, at: at(0)) == "\(reason); q leaves, and until then this page stays")
        #expect(banner("x").note(stage) == "\(reason); q leaves")
    }

    @Test func theFirstReasonIsKeptUntilTheReconnect() {
        var banner = banner("x")
        banner.lost("y")
        #expect(banner.text(.connecting, at: at(0))?.contains("(x)") == true)
        banner.joined()
        banner.lost("y")
        #expect(banner.text(.connecting, at: at(0))?.contains("(y)") == true)
    }
}
