import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
    @Suite struct RequestLogsTests {
        private let ann = MemberID(1)
        private let newest = Sequence(99)
        private let edge = ConnectionKey("edge")

        /// The logs of a member on `connection` that was answered so far.
        private func logs(on connection: ConnectionKey?, _ ids: Int64..., refusing refused: Set<Int64> = [])
            -> RequestLogs
        {
            var logs = RequestLogs()
            logs.start(of: ann, on: connection)
            for id in ids { answer(id, isRefused: refused.contains(id), &logs) }
            return logs
        }

        private func answer(_ number: Int64, isRefused: Bool = false, _ logs: inout RequestLogs) {
            let id = RequestID(number)
            let answer = isRefused ? Answer.refused(id, Refusal(.held, ""), newest) : .accepted(id, Sequence(number))
            logs.record(answer, to: id, of: ann)
        }

        private func repeated(_ id: Int64, _ logs: RequestLogs) -> Answer? {
            logs.repeatedAnswer(to: RequestID(id), of: ann, newest: newest)
        }

        private func restored(_ done: DoneRequest) -> RequestLogs {
            var logs = RequestLogs()
            logs.restore([ann: done])
            return logs
        }

        @Test func aRepeatedIDGetsItsAnswerWhileItIsKept() {
            var logs = RequestLogs()
            for number in Int64(1)...20 { answer(number, &logs) }
            #expect(repeated(21, logs) == nil)
            #expect(repeated(20, logs) == .accepted(RequestID(20), Sequence(20)))
            #expect(repeated(4, logs)?.refusal == .badRequest)
        }

        @Test func onlyAnAcceptedRequestThatChangedSomethingIsDone() {
            var logs = logs(on: edge, 3)
            let idle = logs.takeDone(hasChanged: false)
            let late = logs.takeDone(hasChanged: true)
            #expect(idle.isEmpty && late.isEmpty, "the change was another call's")
            answer(4, isRefused: true, &logs)
            let refused = logs.takeDone(hasChanged: true)
            #expect(refused.isEmpty)
            answer(6, &logs)
            let done = logs.takeDone(hasChanged: true)
            #expect(done == [ann: DoneRequest(on: edge, id: RequestID(6), refused: 0b100)])
            #expect(logs.done == done)
        }

        @Test func aConnectionWithoutIdentityLeavesNothing() {
            var logs = logs(on: nil, 3)
            let done = logs.takeDone(hasChanged: true)
            #expect(done.isEmpty && logs.done.isEmpty)
        }

        @Test func doneRequestsAreAnsweredAndRefusedOnesRefused() {
            let logs = restored(DoneRequest(on: edge, id: RequestID(40), refused: 0b110))
            #expect(repeated(41, logs) == nil)
            #expect(repeated(40, logs) == .accepted(RequestID(40), newest))
            for id in Int64(38)...39 { #expect(repeated(id, logs)?.refusal == .badRequest) }
            for id in [Int64(37), 8, 1] { #expect(repeated(id, logs) == .accepted(RequestID(id), newest)) }
        }

        @Test func refusalsAreKnownAfterTwoRestarts() {
            var logs = restored(DoneRequest(on: edge, id: RequestID(9), refused: 0b10))
            answer(10, isRefused: true, &logs)
            answer(12, &logs)
            let done = logs.takeDone(hasChanged: true)
            #expect(done[ann]?.refused == 0b1_0100)
            answer(80, &logs)
            let later = logs.takeDone(hasChanged: true)
            #expect(later[ann]?.refused == 0, "too long ago")
        }

        @Test func idsGoOnWithTheSameConnectionOnly() {
            var logs = restored(DoneRequest(on: edge, id: RequestID(9)))
            let isKnown = logs.resume(of: ann, on: edge, answered: RequestID(11))
            #expect(isKnown)
            #expect(repeated(9, logs) == .accepted(RequestID(9), newest))
            #expect(repeated(11, logs)?.refusal == .badRequest, "answered, and nothing that a record keeps")
            #expect(repeated(12, logs) == nil)
            let isOther = logs.resume(of: ann, on: ConnectionKey("other"), answered: RequestID(2))
            #expect(!isOther && repeated(3, logs) == nil && repeated(2, logs)?.refusal == .badRequest)
        }
    }
}
