import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// The parts of `ClientCore`, each alone.
@Suite struct ConnectionPartsTests {
    private let band = Retry(minimumMilliseconds: 100, maximumMilliseconds: 1_000)

    private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    @Test func theCycleGoesFromAnAttemptIntoTheRoomAndBack() {
        var cycle = ConnectionCycle(seed: 1)
        #expect(cycle.nextDeadline == nil && !cycle.hasConnection)
        #expect(cycle.join(at: at(0)) == false, "nothing was begun")
        #expect(cycle.welcome() == false)
        #expect(cycle.connect(at: at(0), timeoutMilliseconds: 500) == true)
        #expect(cycle.connect(at: at(0), timeoutMilliseconds: 500) == false, "there is one under way")
        #expect(cycle.nextDeadline == at(500) && cycle.hasConnection)
        #expect(cycle.join(at: at(20)) == true)
        #expect(cycle.joinSentAt == at(20))
        #expect(cycle.welcome() == true)
        #expect(cycle.stage == .following && cycle.nextDeadline == nil)
        guard case .retry(let milliseconds) = cycle.lose(at: at(1_000), limit: 1, retry: band) else {
            Issue.record("a connection that stood is no failed attempt")
            return
        }
        #expect(cycle.stage == .waiting(until: at(1_000 + milliseconds)) && cycle.failedAttempts == 0)
    }

    @Test func attemptsInARowAreLimited() {
        var cycle = ConnectionCycle(seed: 1)
        for attempt in 1...3 {
            #expect(cycle.connect(at: at(0), timeoutMilliseconds: 500) == true)
            switch cycle.lose(at: at(0), limit: 3, retry: band) {
            case .next: Issue.record("there is one address")
            case .retry: #expect(attempt < 3)
            case .giveUp(let attempts): #expect(attempt == 3 && attempts == 3)
            }
        }
        cycle.end(.left)
        #expect(cycle.connect(at: at(0), timeoutMilliseconds: 500) == false, "the end is the end")
    }

    @Test func ownStepsLeadOnUntilAllAreAnswered() {
        var requests = PendingRequests()
        let one = requests.addStep(to: StepPlace(page: PageIndex(1), shown: 0))
        let two = requests.addStep(to: StepPlace(page: PageIndex(2), shown: 0))
        let other = requests.add()
        requests.accept(one)
        #expect(requests.stepPlace?.page == PageIndex(2))
        requests.refuse(other)
        #expect(requests.stepPlace?.page == PageIndex(2), "no step was refused")
        requests.refuse(two)
        #expect(requests.stepPlace == nil)
        #expect(requests.abandon().isEmpty)
        let last = requests.add()
        #expect(requests.abandon() == [last])
        #expect(requests.abandon().isEmpty)
        requests.restart()
        #expect(requests.nextID() == RequestID(1))
    }

    @Test func aPictureIsReportedOnceForEachEvent() {
        var report = RenderReport()
        var replica = DetachedReaderTests.replica(pages: 3)
        #expect(report.next(replica, isEnabled: true) == nil)
        report.restart()
        #expect(report.next(replica, isEnabled: true) == .drawn(replica.sequence, replica.digest))
        report.pictureChanged()
        #expect(report.next(replica, isEnabled: true) == nil, "the same event")
        report.pictureChanged()
        replica.sequence = Sequence(replica.sequence.number + 1)
        #expect(report.next(replica, isEnabled: false) == nil, "switched off")
        #expect(report.next(replica, isEnabled: true) == nil, "and dropped")
    }

    @Test func aLostConnectionForgetsItsPingsAndKeepsTheTime() {
        let settings = ClientSettings(join: Join(name: "ann", role: .member))
        var sync = ClockSync()
        sync.welcome(isOtherServer: true, sentAt: at(0), server: at(1_005), at: at(10))
        #expect(sync.needsPing(at: at(10)))
        sync.ping(RequestID(2), at: at(10), settings: settings)
        #expect(!sync.needsPing(at: at(10)) && sync.nextDeadline == at(10_010))
        #expect(sync.isDead(at: at(10_010)))
        sync.disconnect()
        #expect(sync.nextDeadline == nil && !sync.isDead(at: at(99_999)))
        #expect(sync.clock.time(at: at(20)) == at(1_020))
    }
}
