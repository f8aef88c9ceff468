import Foundation
import PagingEngine
import PagingRoom
import Testing
import WebSocketLoop

@testable import riffle

/// Times in the log, and the refusals that it counts.
@Suite struct ServerLoggerTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_795_366_625.25, "2026-11-22T16:57:05.250Z"),
        (951_827_696.5, "2000-02-29T12:34:56.500Z"),
    ]) func timesHaveMillisecondsAndZone(seconds: Double, text: String) {
        #expect(LineLogHandler.text(of: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(arguments: [
        (RoomOperation.unlock, "unlock"), (.kick(MemberID(3)), "kick 3"), (.close, "close"),
    ]) func anOperationIsLoggedInWords(operation: RoomOperation, text: String) {
        #expect(operation.label == text)
    }

    @Test func refusalsAreThoseSinceTheLastLook() {
        var watch = RefusalWatch()
        #expect(watch.newRefusals([:]).isEmpty)
        #expect(watch.newRefusals([.handshakes: 3]) == ["handshakes": 3])
        #expect(watch.newRefusals([.handshakes: 3]).isEmpty)
        let more = watch.newRefusals([.handshakes: 5, .connectionsPerSecond: 1])
        #expect(more == ["handshakes": 2, "connectionsPerSecond": 1])
    }
}
