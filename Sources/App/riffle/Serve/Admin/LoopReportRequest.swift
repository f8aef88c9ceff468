import Dispatch
import WebSocketLoop

/// A question to all loops; each answers on its own thread when it comes to it.
final class LoopReportRequest: Sendable {
    private let reports = Mailbox<LoopReport>()
    private let bell = DispatchSemaphore(value: 0)

    func answer(_ report: LoopReport) {
        reports.push(report)
        bell.signal()
    }

    /// Asks all of `loops` and waits for their answers; nil when one has not answered within this time. It may still
    /// do so: nobody looks any more.
    static func ask(
        _ loops: [Mailbox<LoopCommand>], withRooms: Bool, withinMilliseconds milliseconds: Int
    ) -> [LoopReport]? {
        let inquiry = LoopReportRequest()
        for loop in loops { loop.push(.report(inquiry, withRooms: withRooms)) }
        let deadline = DispatchTime.now() + .milliseconds(milliseconds)
        for _ in loops {
            guard inquiry.bell.wait(timeout: deadline) == .success else { return nil }
        }
        return inquiry.reports.drain()
    }
}
