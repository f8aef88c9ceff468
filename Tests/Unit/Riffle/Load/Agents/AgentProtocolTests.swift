import FoundationEssentials
import LoadTesting
import Testing

@testable import riffle

@Suite struct AgentProtocolTests {
    @Test func messagesComeBackAsTheyWere() throws {
        let message = AgentMessage(
            from: 7, name: "a/b", run: .max, sequence: 3, body: .input(worker: 1, data: Data([0, 10, 255])))
        let back = try #require(AgentMessage(line: Array(message.line.utf8)))
        guard case .input(worker: 1, let data) = back.body else { throw Wrong() }
        #expect(data == Data([0, 10, 255]) && back.run == .max && back.version == Riffle.version)
    }

    @Test(arguments: [
        "", "{}", "null", "[1]", #"{"from":-1}"#, "\u{0}\u{1}",
        #"{"from":1,"name":"x","version":"1","run":0,"sequence":0,"body":{"boom":{}}}"#,
    ])
    func otherBytesAreNoMessages(text: String) {
        #expect(AgentMessage(line: Array(text.utf8)) == nil)
    }

    /// Anyone on the NATS server may say to be an agent.
    @Test func namesHaveABound() {
        for (length, isMessage) in [(256, true), (257, false)] {
            let message = AgentMessage(from: 1, name: String(repeating: "a", count: length), body: .seek)
            #expect((AgentMessage(line: Array(message.line.utf8)) != nil) == isMessage)
        }
    }

    /// Times of causes are added to those of other machines.
    @Test func causesWithImpossibleTimesAreNoMessages() {
        for (time, isMessage) in [(Int64(1) << 50, true), (.max, false), (.min, false)] {
            let moment = #"{"microseconds":\#(time)}"#
            let cause = #"{"room":0,"epoch":"e","event":1,"due":\#(moment),"made":\#(moment)}"#
            let event = WorkerEvent(line: Array(#"{"eventsCaused":{"_0":[\#(cause)]}}"#.utf8))
            let command = WorkerCommand(line: Array(#"{"note":{"_0":[\#(cause)]}}"#.utf8))
            #expect((event != nil) == isMessage && (command != nil) == isMessage, "\(time)")
        }
    }

    /// The flag is named only where it helps.
    @Test func anAddressIsRefusedWithWhatHelps() throws {
        let options = try AgentServerOptions.parse([])
        for (servers, isHelped) in [
            ("http://x", false), ("nats://127.0.0.1:4222,", false), ("nats://other.invalid:1", true),
        ] {
            let error = try #require(throws: (any Error).self) { try options.address(servers) }
            #expect("\(error)".hasPrefix("NATS: expected ") && "\(error)".contains("--nats-open") == isHelped)
        }
    }

    @Test func aPieceFitsIntoAMessageOfNATS() {
        let piece = Data(repeating: 0xFF, count: AgentMessage.pieceBytes)
        let message = AgentMessage(
            from: .max, name: "x", run: .max, sequence: .max, body: .output(worker: 1, data: piece))
        #expect(message.line.utf8.count <= 900_000)
    }

    @Test func aLostOrRepeatedMessageIsSeen() {
        var sender = MessageNumbers()
        var receiver = MessageNumbers()
        let given = [sender.next(), sender.next()]
        // The second again, the fourth without the third, then the third.
        let accepted = (given + [2, 4, 3, .min]).map { receiver.accepts($0) }
        #expect(accepted == [true, true, false, false, true, false])
    }

    @Test func linesComeTogetherFromPiecesWithinALimit() {
        var lines = LineBuffer(mostBytes: 5)
        #expect(lines.add(Array("ab".utf8)) == [])
        #expect(lines.add(Array("c\nde\nf".utf8)) == [Array("abc".utf8), Array("de".utf8)])
        #expect(lines.add(Array("ghijk".utf8)) == nil, "six bytes of one line")
    }

    @Test func pathsAreAbsoluteAndLeaveTheRootNever() {
        #expect(FileBundle.key("/a/./b/../c.yaml") == "/a/c.yaml")
        #expect(FileBundle.key("/../../etc/passwd") == "/etc/passwd")
        #expect(FileBundle.key("x").hasSuffix("/x") && FileBundle.key("x").hasPrefix("/"))
    }

    private struct Wrong: Error {}
}

/// The loss of workers, from the crew's point of view.
@Suite struct LostWorkerTests {
    @Test func theOthersMeetWithoutALostWorker() {
        var state = CrewState(workers: 2)
        let full = BarrierState(name: "all", round: 0, waiting: 2, expected: 2)
        #expect(state.handle(.barrier(full), from: 0).isEmpty)
        #expect(state.lose(1) == ["all"])
        #expect(!state.needsResult(of: 1) && state.needsResult(of: 0) && state.failure == nil)
    }

    @Test func aRunWithoutAnyWorkerHasFailed() {
        var state = CrewState(workers: 1)
        _ = state.lose(0)
        #expect(state.failure == "no worker is left")
    }
}
