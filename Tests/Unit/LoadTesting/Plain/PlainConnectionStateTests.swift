import Support
import Testing

@testable import LoadTesting

/// The states of one user's connection.
@Suite struct PlainConnectionStateTests {
    private static let start = LoadTime(microseconds: 1_000)
    private var connection = PlainConnection(intended: start)
    private var recorder = LoadRecorder(start: start)
    private var random = SeedStream(seed: 7)

    private mutating func open(at now: LoadTime) -> (began: Bool, isFirst: Bool) {
        let began = connection.begin(at: now)
        return (began, connection.opened(&recorder, at: now.advanced(byMicroseconds: 300)))
    }

    @Test mutating func anAttemptBeginsInTimeAndOnce() {
        #expect(connection.nextAttempt == Self.start)
        let early = connection.begin(at: LoadTime(microseconds: 999))
        let began = connection.begin(at: Self.start)
        let again = connection.begin(at: Self.start)
        #expect(!early && began && !again)
        #expect(connection.isOpening && connection.nextAttempt == nil)
    }

    @Test mutating func onlyTheFirstOpeningIsTheFirst() {
        let first = open(at: Self.start)
        #expect(first.began && first.isFirst && connection.isOpen && recorder.connected == 1)
        connection.lost(&recorder, &random, at: LoadTime(microseconds: 5_000))
        #expect(!connection.isOpen && recorder.connected == 0)
        let second = open(at: LoadTime(microseconds: 5_000_000))
        #expect(second.began && !second.isFirst && recorder.connected == 1)
    }

    /// Each pause is between half of its longest and its longest, which doubles up to five seconds.
    @Test mutating func pausesGrowAndEndAfterTenAttempts() throws {
        var now = Self.start
        for failures in 1..<PlainConnection.attempts {
            let began = connection.begin(at: now)
            let goesOn = connection.failed(&recorder, of: 0, &random, at: now)
            #expect(began && goesOn && connection.failedAttempts == failures)
            let next = try #require(connection.nextAttempt)
            let longest = min(Int64(100_000) << Int64(failures - 1), 5_000_000)
            #expect((longest / 2...longest).contains(next.microseconds(since: now)), "attempt \(failures)")
            now = next
        }
        let began = connection.begin(at: now)
        let goesOn = connection.failed(&recorder, of: 0, &random, at: now)
        #expect(began && !goesOn && connection.isGone && connection.nextAttempt == nil)
    }

    @Test mutating func anOpeningResetsTheFailures() {
        let began = connection.begin(at: Self.start)
        let goesOn = connection.failed(&recorder, of: 0, &random, at: Self.start)
        #expect(began && goesOn && connection.failedAttempts == 1)
        let opened = open(at: LoadTime(microseconds: 1_000_000))
        #expect(opened.began && opened.isFirst && connection.failedAttempts == 0)
    }

    @Test mutating func leavingDependsOnTheState() {
        let away = connection.leave(0, of: 0, &recorder, at: Self.start)
        #expect(Self.text(away) == "nothing" && connection.isGone)
        connection = PlainConnection(intended: Self.start)
        let began = connection.begin(at: Self.start)
        let opening = connection.leave(3, of: 0, &recorder, at: Self.start)
        #expect(began && Self.text(opening) == "drop 3" && connection.isGone)
        connection = PlainConnection(intended: Self.start)
        _ = open(at: Self.start)
        let open = connection.leave(3, of: 0, &recorder, at: Self.start)
        #expect(Self.text(open) == "close 3" && recorder.connected == 0)
        let again = connection.leave(3, of: 0, &recorder, at: Self.start)
        #expect(Self.text(again) == "nothing", "it is gone")
    }

    /// A server that takes connections and answers no handshake.
    @Test(arguments: [(999_999, 0), (1_000_000, 1)] as [(Int64, Int)])
    mutating func aHandshakeWithoutAnAnswerCounts(afterMicroseconds waited: Int64, unanswered: Int) {
        let began = connection.begin(at: Self.start)
        _ = connection.leave(3, of: 0, &recorder, at: Self.start.advanced(byMicroseconds: waited))
        let result = recorder.result(titled: "t", seed: 1, at: Self.start.advanced(byMicroseconds: waited))
        #expect(began && result.counts.unanswered == unanswered)
        let connect = result.latencies[.connect]?.corrected
        #expect(connect?.count ?? 0 == unanswered && connect.map { $0.maximum >= waited } ?? true)
    }

    private static func text(_ effect: LoadEffect<PlainMessage>?) -> String {
        switch effect {
        case .close(let user): "close \(user)"
        case .drop(let user): "drop \(user)"
        case .giveUp(let user): "give up \(user)"
        case nil: "nothing"
        default: "another effect"
        }
    }

    @Test mutating func aUserThatGivesUpMakesNoAttempt() {
        connection.giveUp()
        let began = connection.begin(at: LoadTime(microseconds: 9_000_000))
        #expect(!began && connection.isGone)
    }
}
