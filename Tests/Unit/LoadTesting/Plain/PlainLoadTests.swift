import Scripting
import Testing

@testable import LoadTesting

@Suite struct PlainLoadTests {
    private static let reply = PlainStep.Action.reply(.echo, withinMilliseconds: 5_000)

    /// Five hundred rounds due every 100 ms and a server that does nothing for one second: ten of them were due meanwhile
    /// and are charged for it; to the naive eye there was one slow reply among five hundred.
    @Test func aStallShowsInTheCorrectedLatencyAlone() throws {
        let round = PlainScript.steps([try PlainScript.text("n {{seq}}"), Self.reply])
        var server = try PlainServer(
            PlainScript.script(playing: [.repeat(times: 500, everyMilliseconds: 100, round)]))
        server.stalls = [20_000_000..<21_000_000]
        let result = server.play()
        let found = try #require(result.latencies[.reply])
        #expect(found.corrected.count == 500 && found.naive.count == 500)
        #expect((500_000...1_000_500).contains(found.corrected.value(atPercentile: 99)))
        #expect(found.naive.value(atPercentile: 99) < 1_000)
        #expect(found.naive.maximum > 900_000, "once it is seen in either view")
        #expect(found.corrected.value(atPercentile: 50) < 1_000)
        #expect(result.failureCount == 0 && server.isFinished)
        let sent = server.messages.map(\.at).filter { $0 < PlainServer.beginning.advanced(byMicroseconds: 30_000_000) }
        #expect(sent.count == 300, "the rounds after the stall were not put off")
    }

    /// Without `every` a round waits for the one before it: nothing was due during the stall.
    @Test func withoutFixedTimesNothingIsDue() throws {
        let round = PlainScript.steps([
            try PlainScript.text("n"), Self.reply, .think(Pause(milliseconds: 100...100)),
        ])
        var server = try PlainServer(PlainScript.script(playing: [.repeat(times: 500, round)]))
        server.stalls = [20_000_000..<21_000_000]
        let found = try #require(server.play().latencies[.reply])
        #expect(found.corrected == found.naive)
        #expect(found.corrected.value(atPercentile: 99) < 1_000)
    }

    @Test func templatesAreFilled() throws {
        let push = PlainEndpoint.Push(
            field: "t", stamp: PlainEndpoint.Stamp(unit: .microseconds, clock: .unix))
        let send = try PlainScript.text("{\"u\": {{user}}, \"id\": \"{{id}}\", \"t\": {{time}}, \"n\": {{seq}}}")
        let wait = PlainStep.Action.wait(milliseconds: 10)
        let steps = [send, wait, send, wait]
        var server = try PlainServer(
            PlainScript.script(.closed(users: 2, spreadMilliseconds: 1_000), push: push, playing: steps))
        let result = server.play()
        let texts = server.messages.filter { $0.user == 1 }.map(\.message)
        // The second user comes after half a second and is in after two ways of 200 us.
        let first = PlainServer.unixOffset + 5_500_400
        #expect(
            texts == [
                .text("{\"u\": 1, \"id\": \"2\", \"t\": \(first), \"n\": 0}"),
                .text("{\"u\": 1, \"id\": \"4\", \"t\": \(first + 10_000), \"n\": 1}"),
            ])
        #expect(result.counts.sentMessages == 4 && result.counts.started == 2)
        #expect(result.counts.sentBytes == server.messages.reduce(0) { $0 + $1.message.byteCount })
        // The echoes come back while the users wait; they are timed as pushes from `t`.
        #expect(result.latencies[.push]?.corrected.count == 4)
        #expect(result.latencies[.push]?.corrected.maximum == 400)
    }

    @Test func repliesAreFoundByTheirField() throws {
        let send = try PlainScript.text("{\"id\": {{id}}}")
        let steps = [
            send, .reply(.field("id"), withinMilliseconds: 50), send, .reply(.field("id"), withinMilliseconds: 50),
        ]
        var server = try PlainServer(PlainScript.script(.closed(users: 2, spreadMilliseconds: 0), playing: steps))
        // Others' messages first, and for each user's second message nothing of its own.
        server.answer = { user, message in
            let isSecond = (Int(PlainServer.field("id", of: message) ?? "") ?? 0) >= 3
            return [.text("{\"id\": 77}"), .binary([1])] + (isSecond ? [] : [message])
        }
        let result = server.play()
        #expect(result.latencies[.reply]?.corrected.count == 4 && result.counts.unanswered == 2)
        #expect(result.failureCount == 2)
        #expect(
            result.failures.first
                == "plain.yaml:13: caller: user 0: expected a reply within 50 ms, found only 2 other messages")
        #expect(server.isFinished)
    }

    /// A reply that comes while the user still thinks is timed from when it came.
    @Test func anEarlyReplyIsTimedWhenItCame() throws {
        var server = try PlainServer(
            PlainScript.script(playing: [.sendBinary([0, 255]), .wait(milliseconds: 300), Self.reply]))
        let found = try #require(server.play().latencies[.reply])
        #expect(found.corrected.count == 1 && found.corrected.maximum == 400)
    }

    @Test func pushesAreWaitedForAndTimed() throws {
        let push = PlainEndpoint.Push(field: "t", stamp: PlainEndpoint.Stamp(unit: .milliseconds, clock: .monotonic))
        let wait = PlainStep.Action.push(withinMilliseconds: 1_000)
        var server = try PlainServer(
            PlainScript.script(.closed(users: 10, spreadMilliseconds: 0), push: push, playing: [wait, wait, wait]))
        server.push(.text("{\"t\": 5098}"), to: 0..<10, atMilliseconds: 100)
        server.push(.text("{\"nothing\": 1}"), to: 0..<10, atMilliseconds: 150)
        server.push(.text("{\"t\": \"5190\"}"), to: 0..<10, atMilliseconds: 200)
        let result = server.play()
        let found = try #require(result.latencies[.push]?.corrected)
        #expect(found.count == 20 && found.value(atPercentile: 50) <= 2_001 && found.maximum >= 10_000)
        #expect(found.maximum < 10_010)
        #expect(result.failureCount == 10, "nobody pushed a third time")
        #expect(result.latencies[.reply] == nil)
    }

    @Test func theNextMessageIsTheReplyUnlessItIsAPush() throws {
        let push = PlainEndpoint.Push(field: "t")
        let steps = [try PlainScript.text("{{seq}}"), .reply(.next, withinMilliseconds: 900)]
        var server = try PlainServer(PlainScript.script(push: push, playing: steps + steps))
        // The second message gets nothing but the push.
        server.answer = { _, message in
            [.text("{\"t\": 1700000004999}")] + (message == .text("0") ? [.text("hi")] : [])
        }
        let result = server.play()
        #expect(result.latencies[.reply]?.corrected.count == 2 && result.counts.unanswered == 1)
        #expect(result.failureCount == 1)
        #expect(result.latencies[.push]?.corrected.count == 2)
    }

    @Test func theSameSeedPlaysTheSameRun() throws {
        let steps = [
            PlainStep.Action.think(Pause(milliseconds: 10...4_000)), try PlainScript.text("{{id}}"), Self.reply,
        ]
        let rate = Population.Rate(count: 20, perMilliseconds: 1_000)
        let script = PlainScript.script(.open(rate: rate, forMilliseconds: 10_000, most: 1_000), playing: steps)
        var (one, other, third) = (try PlainServer(script), try PlainServer(script), try PlainServer(script, seed: 2))
        let (first, second, different) = (one.play(), other.play(), third.play())
        #expect(first == second && first != different)
        #expect((120...280).contains(first.counts.started))
        // Two workers have the same users, who do the same things.
        var sent = 0
        for worker in 0..<2 {
            var server = try PlainServer(script, share: LoadShare(worker: worker, of: 2))
            sent += server.play().counts.sentMessages
        }
        #expect(sent == first.counts.sentMessages)
    }
}
