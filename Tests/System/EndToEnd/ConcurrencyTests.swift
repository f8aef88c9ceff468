import PagingContent
import PagingEngine
import PagingRoom
import Testing

extension EndToEnd {
    /// Several members that drag at the same time.
    @Suite struct ConcurrencyTests {
        /// Longer than the delay of any message, so that the animation still runs.
        private static let flight: Int64 = 3_000
        private static let page = Position.unitsPerPage

        @Test(arguments: loops) func aGrabDuringAnimationContinuesFromTheTarget(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let ann = try fixture.join("ann", role: .presenter)
                let ben = try fixture.join("ben")
                let eve = try fixture.join("eve", role: .viewer)
                let start = try ann.achieve(.configure(.slow(milliseconds: Self.flight)))
                try ann.achieve(.step(.forward, from: PageIndex(0)))
                try ben.wait("the flight") { !$0.events(after: start).animations.isEmpty }
                try ben.achieve(.dragBegan(DragID(7), viewport: nil))
                ben.send(.dragMoved(DragID(7), by: Distance(units: Self.page * 3 / 10)))
                let way = Distance(units: Self.page * 6 / 10)
                let end = try ben.achieve(.dragEnded(DragID(7), by: way, velocity: .zero))
                let seen = try expectInStep([ann, ben, eve], since: end)
                #expect(
                    seen.words(after: start) == [
                        "target", "animation", "interrupted", "dragBegan", "dragEnded", "target", "animation",
                        "completed", "selected", "shift",
                    ])
                let bases = seen.events(after: start).compactMap { event -> PageIndex? in
                    if case .dragBegan(_, _, _, let base) = event.change { base } else { nil }
                }
                #expect(bases == [PageIndex(1)], "the drag starts from where the flight was going")
                #expect(seen.replica?.settled == PageIndex(2))
            }
        }

        @Test(arguments: loops) func twoStepsFromOnePageTurnOnePage(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let hands = try [fixture.join("ann"), fixture.join("ben")]
                let start = try #require(hands.map(\.now.sequence).max())
                let ids = hands.map { $0.send(.step(.forward, from: PageIndex(0))) }
                let answers = try zip(hands, ids).map { try $0.answer(to: $1) }
                #expect(answers.count(where: \.isAccepted) == 1)
                #expect(answers.count { $0.code == .coalesced } == 1)
                let seen = try expectInStep(hands, since: start.next)
                #expect(seen.words(after: start) == ["target", "animation", "completed", "selected", "shift"])
                #expect(seen.replica?.settled == PageIndex(1))
            }
        }

        @Test(arguments: loops) func theFirstOfSimultaneousNextAndPreviousCounts(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let (ann, ben) = try (fixture.join("ann"), fixture.join("ben"))
                let start = try #require([ann, ben].map(\.now.sequence).max())
                let next = ann.send(.step(.forward, from: PageIndex(0)))
                let previous = ben.send(.step(.back, from: PageIndex(0)))
                let answers = try [ann.answer(to: next), ben.answer(to: previous)]
                #expect(answers.count(where: \.isAccepted) == 1)
                #expect(answers.count { $0.code == .coalesced } == 1)
                let seen = try expectInStep([ann, ben], since: start.next)
                #expect(seen.words(after: start) == ["target", "animation", "completed", "selected", "shift"])
                #expect(seen.replica?.settled == PageIndex(answers[0].isAccepted ? 1 : -1), "as the accepted one asked")
            }
        }

        @Test(arguments: loops) func onlyOneMemberHoldsThePager(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let hands = try [fixture.join("ann"), fixture.join("ben"), fixture.join("cat")]
                let start = try #require(hands.map(\.now.sequence).max())
                let ids = hands.map { $0.send(.dragBegan(DragID(1), viewport: nil)) }
                let answers = try zip(hands, ids).map { try $0.answer(to: $1) }
                #expect(answers.count(where: \.isAccepted) == 1)
                #expect(answers.count { $0.code == .held } == 2)
                // Those who were refused move and let go all the same, which must change nothing.
                let way = Distance(units: Self.page * 8 / 10)
                for (hand, answer) in zip(hands, answers) where !answer.isAccepted {
                    hand.send(.dragMoved(DragID(1), by: way))
                    try hand.achieve(.dragEnded(DragID(1), by: way, velocity: .zero))
                }
                let holder = try #require(zip(hands, answers).first { $0.1.isAccepted }?.0)
                #expect(holder.now.replica?.position == Position(units: 0))
                let end = try holder.achieve(.dragEnded(DragID(1), by: way, velocity: .zero))
                let seen = try expectInStep(hands, since: end)
                #expect(
                    seen.words(after: start) == [
                        "dragBegan", "dragEnded", "target", "animation", "completed", "selected", "shift",
                    ])
                #expect(seen.replica?.settled == PageIndex(1))
            }
        }

        @Test(arguments: loops) func aResizeOfTheHolderMovesNothing(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let (ann, ben) = try (fixture.join("ann"), fixture.join("ben"))
                let viewport = try #require(Viewport(width: 400, stride: 400))
                try ann.achieve(.dragBegan(DragID(1), viewport: viewport))
                let place = Position(units: Self.page * 3 / 10)
                ann.send(.dragMoved(DragID(1), by: Distance(units: place.units)))
                for member in [ann, ben] { try member.wait("the hand") { $0.replica?.position == place } }
                let before = try ann.achieve(.resize(width: 800, height: 24))
                #expect(before == ann.now.sequence, "a resize is nobody else's business")
                // The same place of the hand is half as many pages now.
                ann.send(.dragMoved(DragID(1), by: Distance(units: place.units / 2)))
                ann.send(.dragMoved(DragID(1), by: Distance(units: Self.page / 2)))
                let moved = Position(units: place.units - place.units / 2 + Self.page / 2)
                for member in [ann, ben] {
                    let seen = try member.wait("the hand") { abs(($0.replica?.position.units ?? 0) - moved.units) <= 1 }
                    for offset in seen.offsets {
                        #expect([place, moved].contains { abs((offset.position - $0).units) <= 1 }, "no leap between")
                    }
                }
                let end = try ann.achieve(.dragEnded(DragID(1), by: Distance(units: Self.page / 2), velocity: .zero))
                let seen = try expectInStep([ann, ben], since: end)
                #expect(
                    seen.words(after: Sequence(2)) == [
                        "dragBegan", "dragEnded", "target", "animation", "completed", "selected", "shift",
                    ])
                #expect(seen.replica?.settled == PageIndex(1))
            }
        }

        @Test(arguments: loops) func aDisconnectedHolderLosesItsDragAndReconnects(loops: Int) throws {
            try EndToEndFixture.with(loops: loops) { fixture in
                let (ann, ben) = try (fixture.join("ann"), fixture.join("ben"))
                let start = try #require([ann, ben].map(\.now.sequence).max())
                try ann.achieve(.dragBegan(DragID(1), viewport: nil))
                ann.send(.dragMoved(DragID(1), by: Distance(units: Self.page * 4 / 10)))
                try ben.wait("the hand") { $0.replica?.position == Position(units: Self.page * 4 / 10) }
                ann.cut()
                try ben.wait("ann away and the page back") {
                    $0.sees("ann", away: true) && $0.events(after: start).last?.change.word == "completed"
                }
                ann.reconnect()
                let back = try ben.wait("ann back") { $0.sees("ann", away: false) }
                let seen = try expectInStep([ben, ann], since: back.sequence)
                #expect(
                    seen.events(after: start).map(\.change.word)
                        == ["dragBegan", "dragEnded", "animation", "member", "completed", "member"])
                let outcomes = seen.events.compactMap { event -> Drag.Outcome? in
                    if case .dragEnded(_, _, _, let outcome) = event.change { outcome } else { nil }
                }
                #expect(outcomes == [.lost])
                #expect(seen.replica?.settled == PageIndex(0))
                let welcomes = ann.now.welcomes
                #expect(welcomes.map(\.recovered) == [false, true])
                #expect(Set(welcomes.map(\.member)).count == 1, "the same member")
                #expect(ann.now.events(after: start) == seen.events(after: start), "nothing missed, nothing twice")
            }
        }
    }
}
