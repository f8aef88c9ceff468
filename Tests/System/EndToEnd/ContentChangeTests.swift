import PagingContent
import PagingEngine
import PagingRoom
import Testing

extension EndToEnd {
    /// Pages that change during use.
    @Suite struct ContentChangeTests {
        private static func pages(_ ids: String) -> [Page] {
            ids.map { Page(id: PageID(String($0)), title: "page \($0)", body: "This is \($0).") }
        }

        @Test(arguments: loops) func contentMayRemoveTheTargetDuringAnimation(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let ann = try fixture.join("ann", role: .presenter)
                let (ben, eve) = try (fixture.join("ben"), fixture.join("eve", role: .viewer))
                let everybody = [ann, ben, eve]
                try ann.achieve(.content(revision: 0, Self.pages("abcdef"), wrap: .finite))
                try ann.achieve(.jump(PageIndex(2), animated: false))
                let start = try ann.achieve(.configure(.slow(milliseconds: 3_000)))
                try ben.achieve(.step(.forward, from: PageIndex(2)))
                for member in everybody {
                    try member.wait("the flight") { !$0.events(after: start).animations.isEmpty }
                }
                // Without d, where the flight goes, and without a, which carries everything by one page.
                let end = try ann.achieve(.content(revision: 1, Self.pages("bcef"), wrap: nil))
                let seen = try expectInStep(everybody, since: end)
                let words = seen.words(after: start)
                #expect(Array(words.prefix(4)) == ["target", "animation", "interrupted", "content"])
                #expect(words.count { $0 == "animation" } == 2)
                #expect(words.count { $0 == "completed" } == 1)
                #expect(seen.events(after: start).animations.map(\.cause) == [.step, .content])
                let replica = try #require(seen.replica)
                let shown = replica.window.first { $0.index == replica.settled }?.page.id
                #expect(shown == PageID("c") || shown == PageID("e"), "the nearest page left of d")
                #expect(replica.count == 4)
                for member in everybody { #expect(member.now.replica?.window == replica.window) }
            }
        }

        @Test(arguments: loops) func membersStayOnThePageTheySee(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let (ann, ben) = try (fixture.join("ann", role: .presenter), fixture.join("ben"))
                try ann.achieve(.content(revision: 0, Self.pages("abcd"), wrap: .finite))
                let start = try ben.achieve(.jump(PageIndex(2), animated: false))
                let end = try ann.achieve(.content(revision: 1, Self.pages("xyabcd"), wrap: nil))
                let seen = try expectInStep([ann, ben], since: end)
                #expect(seen.words(after: start) == ["content", "shift"])
                let replica = try #require(seen.replica)
                #expect(replica.window.first { $0.index == replica.settled }?.page.id == PageID("c"))
                let stale = try ann.ask(.content(revision: 1, Self.pages("a"), wrap: nil))
                #expect(stale.code == .stale)
                #expect(try expectInStep([ann, ben], since: end).sequence == end, "nothing happened")
            }
        }
    }
}
