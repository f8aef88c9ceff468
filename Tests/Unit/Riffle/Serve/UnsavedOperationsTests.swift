import PagingRoom
import PagingServer
import Testing

@testable import riffle

/// Answers to operators of a cluster, which wait for the commit.
@Suite struct UnsavedOperationsTests {
    private typealias Answer = OneShot<RoomOperationOutcome>

    private func outcome(_ answer: Answer) -> RoomOperationOutcome? { answer.wait(milliseconds: 0) }

    @Test func anAnswerWaitsForItsRecord() {
        var unsaved = UnsavedOperations()
        let (first, second, other) = (Answer(), Answer(), Answer())
        unsaved.add(.done, on: "a", upTo: RecordNumber(4), first)
        unsaved.add(.done, on: "a", upTo: RecordNumber(5), second)
        unsaved.add(.done, on: "b", upTo: RecordNumber(1), other)
        unsaved.committed(["a": RecordNumber(3)])
        #expect(outcome(first) == nil)
        unsaved.committed(["a": RecordNumber(4)])
        #expect(outcome(first) == .done && outcome(second) == nil && outcome(other) == nil)
        unsaved.committed(["a": RecordNumber(9), "b": RecordNumber(1)])
        #expect(outcome(second) == .done && outcome(other) == .done)
    }

    @Test func anOrderToALostRoomIsNotDone() {
        var unsaved = UnsavedOperations()
        let (lost, kept) = (Answer(), Answer())
        unsaved.add(.done, on: "a", upTo: RecordNumber(4), lost)
        unsaved.add(.done, on: "b", upTo: RecordNumber(4), kept)
        unsaved.end("a")
        #expect(outcome(lost) == .moving && outcome(kept) == nil)
        unsaved.committed(["a": RecordNumber(4), "b": RecordNumber(4)])
        #expect(outcome(kept) == .done)
    }
}
