import ClusterTraffic
import Testing

@testable import riffle

/// Commands that wait for the cluster loop.
@Suite struct ClusterMailboxTests {
    private static let messageBytes = 100

    /// Takes what waits, as words.
    private func take(_ mailbox: ClusterMailbox) -> [String] {
        mailbox.take(waitingMilliseconds: 0).flatMap { command -> [String] in
            switch command {
            case .fabric(let events):
                events.map { if case .received(let bytes, _) = $0 { "message \(bytes[0])" } else { "\($0)" } }
            case .fabricDropped(let count): ["dropped \(count)"]
            case .leaseEnded(let loop): ["lease \(loop)"]
            default: ["other"]
            }
        }
    }

    private func message(_ number: UInt8) -> FabricEvent {
        .received(Array(repeating: number, count: Self.messageBytes), on: .beat)
    }

    /// Other nodes, and anyone else on the fabric, send as fast as they like.
    @Test func messagesOfTheFabricAreDroppedWhileTooManyWait() {
        let mailbox = ClusterMailbox(byteLimit: 2 * (Self.messageBytes + ClusterMailbox.bytesBesideMessage))
        for _ in 0..<2 {
            mailbox.push(.fabric([.connected, message(1)]))
            mailbox.push(.fabric([message(2), message(3)]))
            mailbox.push(.fabric([message(4), .disconnected]))
            mailbox.push(.leaseEnded(loop: 7))
            mailbox.push(.fabric([.received([5], on: .beat)]))
            #expect(take(mailbox) == ["connected", "message 1", "message 2", "disconnected", "lease 7", "dropped 3"])
        }
        #expect(take(mailbox).isEmpty)
    }

    @Test func nothingIsDroppedBelowTheLimit() {
        let mailbox = ClusterMailbox()
        for number in 0..<100 { mailbox.push(.fabric([message(UInt8(number))])) }
        #expect(take(mailbox) == (0..<100).map { "message \($0)" })
    }
}
