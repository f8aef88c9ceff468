import PagingClient
import PagingEngine
import Testing

@testable import riffle

@Suite struct ConnectionWordsTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    @Test func theCountdownSaysSecondsAndChangesWithThem() {
        let stage = ClientCore.Stage.waiting(until: at(10_000))
        var said: [String] = []
        var now = at(6_500)
        while true {
            said.append(ConnectionWords.banner(stage, reason: "the line is broken", at: now) ?? "")
            guard let next = ConnectionWords.nextChange(stage, at: now) else { break }
            #expect(next > now)
            now = next
        }
        #expect(
            said
                == ["3 s", "2 s", "1 s", "a moment", "a moment"].map {
                    "connection lost, back in \($0) (the line is broken)"
                })
    }

    @Test func nothingIsSaidWhileAllIsWell() {
        #expect(ConnectionWords.banner(.following, reason: "x", at: at(0)) == nil)
        #expect(ConnectionWords.nextChange(.following, at: at(0)) == nil)
        #expect(ConnectionWords.banner(.connecting, reason: "x", at: at(0)) == "connection lost, coming back (x)")
    }
}
