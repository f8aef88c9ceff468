import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// Every way a connection can end has words for the person at the terminal.
@Suite struct CloseSentenceTests {
    @Test func everyCodeOfTheProtocolHasASentenceOfItsOwn() {
        let sentences = CloseCode.allCases.map(\.sentence)
        #expect(Set(sentences).count == CloseCode.allCases.count)
        for (code, sentence) in zip(CloseCode.allCases, sentences) {
            #expect(sentence.count > 10, "\(code)")
            #expect(!sentence.contains("\(code.rawValue)"), "\(code): words, not a number")
            #expect(CloseCode.sentence(of: code.rawValue) == sentence)
        }
    }

    /// Neither cause of 4103 is a matter of what a member may do.
    @Test func aForbiddenJoinNamesItsCauses() {
        let sentence = CloseCode.forbidden.sentence
        #expect(sentence.contains("join") && sentence.contains("locked") && sentence.contains("token"), "\(sentence)")
    }

    @Test(arguments: [nil, 1000, 1001, 1002, 1003, 1005, 1006, 1007, 1009, 1011, 1012, 1013] as [UInt16?])
    func thoseOfAnyConnectionToo(code: UInt16?) {
        #expect(!CloseCode.sentence(of: code).contains("\(code ?? 0)"))
    }

    @Test func aStrangeCodeIsNamed() { #expect(CloseCode.sentence(of: 3999).contains("3999")) }

    @Test(arguments: [(4_199, true), (4_110, true), (4_099, false), (4_200, false)] as [(UInt16, Bool)])
    func theRangeOfAnUnknownCodeDecides(code: UInt16, isFinal: Bool) {
        var client = ClientFixture()
        client.enter()
        client.handle(.closed(code: code, reason: "later"))
        #expect(client.end == (isFinal ? .closed(code: code, reason: "later") : nil))
        #expect((client.wait == nil) == isFinal)
    }

    /// A talk that ends is announced; a room that an operator closes is not.
    @Test(arguments: [true, false]) func theEndOfATalkIsTold(isAnnounced: Bool) {
        var client = ClientFixture()
        client.enter()
        let code = isAnnounced ? CloseCode.roomClosed : .goingAway
        client.receive(.closing(code, reason: "soon", withinMilliseconds: 0))
        client.handle(.closed(code: CloseCode.roomClosed.rawValue, reason: "over"))
        #expect(client.end == .roomClosed(reason: "over", isAnnounced: isAnnounced))
    }

    @Test func anEventOfALaterVersionIsNoGap() {
        var client = ClientFixture()
        client.enter(10)
        client.receive(.unknown(Sequence(11)), .unknown(Sequence(5)), .unknown(Sequence(20)))
        #expect(client.core.replica?.sequence == Sequence(11))
        client.receive(.event(Event(sequence: Sequence(12), change: .blank(true, by: nil))))
        #expect(client.core.replica?.isBlank == true)
        #expect(client.wait == nil, "no reconnect")
    }

    @Test func theWaitHasTheReason() {
        var client = ClientFixture()
        client.enter()
        client.handle(.closed(code: CloseCode.tooSlow.rawValue, reason: "choked"))
        guard case .waiting(_, let reason)? = client.effects.last else {
            Issue.record("no wait")
            return
        }
        #expect(reason == CloseCode.tooSlow.sentence)
    }
}
