import PagingEngine
import SSHGate
import Testing

/// The limits of a session in time, and of an address in failed logins.
@Suite struct SessionTimesTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    @Test func aHandshakeEnds() {
        var times = SessionTimes(idleMilliseconds: nil, at: Self.at(0))
        #expect(times.ended(at: Self.at(9_999)) == nil)
        #expect(times.ended(at: Self.at(10_000)) == .handshake)
        // Somebody who is asked for a token has longer.
        times.loginBegan()
        #expect(times.ended(at: Self.at(10_000)) == nil)
        #expect(times.ended(at: Self.at(60_000)) == .handshake)
    }

    @Test func anIdleSessionEnds() {
        var times = SessionTimes(idleMilliseconds: 5_000, at: Self.at(0))
        times.touched(at: Self.at(1_000))
        #expect(times.next?.at == Self.at(6_000))
        times.touched(at: Self.at(4_000))
        #expect(times.ended(at: Self.at(8_999)) == nil)
        #expect(times.ended(at: Self.at(9_000)) == .idle)
    }

    @Test func aClientThatNeverReadsIsCutOff() {
        var times = SessionTimes(idleMilliseconds: nil, at: Self.at(0))
        times.touched(at: Self.at(0))
        #expect(times.next == nil)
        times.setUnread(true, at: Self.at(1_000))
        times.setUnread(true, at: Self.at(30_000))
        #expect(times.ended(at: Self.at(61_000)) == .unread)
        times.setUnread(false, at: Self.at(31_000))
        #expect(times.ended(at: Self.at(61_000)) == nil)
    }

    @Test func theLastWordsHaveTwoSeconds() {
        var times = SessionTimes(idleMilliseconds: 5_000, at: Self.at(0))
        times.touched(at: Self.at(0))
        times.finished(at: Self.at(1_000))
        times.finished(at: Self.at(2_500))
        #expect(times.ended(at: Self.at(3_000)) == .finished)
    }

    @Test func viewersAskForPagesAtThePaceOfOneMember() {
        var pace = PagePace()
        #expect(!pace.allows(unanswered: PagePace.mostUnanswered, at: Self.at(0)))
        #expect(pace.allows(unanswered: 0, at: Self.at(0)))
        pace.asked(at: Self.at(0))
        #expect(!pace.allows(unanswered: 1, at: Self.at(19)))
        #expect(pace.next == Self.at(20) && pace.allows(unanswered: 1, at: Self.at(20)))
    }

    @Test func anAddressWithManyFailuresWaits() {
        var failures = FailedLogins<Int>()
        for _ in 1..<FailedLogins<Int>.limit { failures.note(7, at: Self.at(0)) }
        #expect(!failures.isBlocked(7, at: Self.at(1)))
        failures.note(7, at: Self.at(1))
        #expect(failures.isBlocked(7, at: Self.at(2)))
        #expect(!failures.isBlocked(8, at: Self.at(2)))
        #expect(!failures.isBlocked(7, at: Self.at(60_000)))
    }
}
