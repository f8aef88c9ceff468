import PagingServer
import Platform
import Testing

@testable import riffle

/// The end of a lease, as a loop finds it.
@Suite struct ClusterLinkTests {
    private let mailbox = ClusterMailbox()
    private let state = NodeState()

    /// The loops that have told of an end, in order.
    private func reports() -> [Int] {
        mailbox.take(waitingMilliseconds: 0).compactMap { if case .leaseEnded(let loop) = $0 { loop } else { nil } }
    }

    /// The turn of a loop with `commands`: what is left of them, as words.
    private func turn(_ link: inout ClusterLink, _ commands: ClusterCommand...) -> [String] {
        var events: [ServerEvent] = commands.map { .cluster($0) }
        link.apply(leaseTo: &events)
        return events.map {
            switch $0 {
            case .cluster(.leaseEnded): "hold all"
            case .cluster(.speak(let room)): "speak \(room)"
            default: "other"
            }
        }
    }

    @Test func theEndOfALeaseIsFoundOnce() {
        var link = ClusterLink(loop: 3, mailbox: mailbox, state: state)
        let now = BootClock.milliseconds
        var found = [turn(&link)]
        for end in [now + 3_600_000, now, now, now + 3_600_000, now - 1, now - 1] {
            state.leaseEnd = end
            found.append(turn(&link))
        }
        #expect(found == [[], [], ["hold all"], [], [], ["hold all"], []])
        #expect(reports() == [3, 3])
    }

    /// A node that has ended has no lease from then on, however long the last one would have lasted.
    @Test func aLeaseThatIsTakenAwayEnds() {
        var links = (0..<2).map { ClusterLink(loop: $0, mailbox: mailbox, state: state) }
        for _ in 0..<2 {
            state.leaseEnd = BootClock.milliseconds + 3_600_000
            for loop in 0..<2 { #expect(turn(&links[loop]).isEmpty) }
            state.leaseEnd = NodeState.noLease
            for loop in 0..<2 { #expect(turn(&links[loop]) == ["hold all"]) }
        }
        #expect(reports() == [0, 1, 0, 1])
    }

    /// The process may have stood still between the command to speak and its turn.
    @Test func withoutALeaseNoRoomBeginsToSpeak() {
        var link = ClusterLink(loop: 0, mailbox: mailbox, state: state)
        state.leaseEnd = BootClock.milliseconds + 3_600_000
        #expect(turn(&link, .speak(room: "talk")) == ["speak talk"])
        state.leaseEnd = BootClock.milliseconds
        #expect(turn(&link, .speak(room: "talk"), .started(room: "talk")) == ["hold all", "other"])
        #expect(turn(&link, .speak(room: "talk"), .speak(room: "other")).isEmpty, "in a later turn, too")
        #expect(reports() == [0, 0], "each time the cluster loop is asked to say it again")
        #expect(turn(&link, .hold(room: "talk")) == ["other"])
        #expect(reports().isEmpty)
        state.leaseEnd = BootClock.milliseconds + 3_600_000
        #expect(turn(&link, .speak(room: "talk")) == ["speak talk"])
    }
}
