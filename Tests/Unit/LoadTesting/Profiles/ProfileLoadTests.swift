import Foundation
import PagingRoom
import Scripting
import Testing

@testable import LoadTesting

/// Users with a profile, without sockets: the tests play the server.
@Suite struct ProfileLoadTests {
    private static let profile = """
        profile: 1
        title: Test
        open:
          - send: 'hello {{user}}'
          - expect: {where: {/type: welcome}}
            capture: {key: /key}
        openWithin: 2s
        alive:
          answers:
            - {on: {where: {/type: ping}}, capture: {n: /n}, send: 'pong {{n}}'}
            - {on: {where: {/type: noise}}}
          every: 1s
          send: beat
          silence: 5s
        messages:
          ask: {send: '{{id}} {{key}} {{what}}', reply: {on: {has: [/id]}, id: /id, body: /answer}}
          tell: {send: '{{what}}'}
        push: {on: {where: {/type: push}}, body: /data, topic: /topic, sequence: /n}
        errors:
          - {on: {has: [/error]}, code: /error, id: /id}
        close: [bye]
        """

    /// The machine with one user, and what it sent.
    private struct Scene {
        var load: ProfileLoad
        var now = LoadTime(microseconds: 0)
        var effects: [LoadEffect<PlainMessage>] = []

        init(_ actions: [PlainStep.Action], profile text: String = ProfileLoadTests.profile) throws {
            var script = PlainScript.script(playing: actions)
            let profile = try ProfileReader.read(text, file: "p", values: [])
            script.load.plain = script.load.plain?.speaking(profile)
            let users = try PlainLoad(
                script: script, seed: 1, start: now, unixOffset: 0, content: ProfileLoadTests.content)
            load = ProfileLoad(users, profile: profile)
            tell(.tick)
        }

        mutating func tell(_ event: LoadEvent<PlainMessage>, after milliseconds: Int64 = 0) {
            now = now.advanced(byMicroseconds: milliseconds * 1_000)
            load.handle(event, at: now, into: &effects)
        }

        mutating func say(_ text: String, after milliseconds: Int64 = 0) {
            tell(.received(user: 0, [.text(text)], bytes: text.utf8.count), after: milliseconds)
        }

        /// Texts sent since the last call.
        mutating func sent() -> [String] {
            defer { effects = [] }
            return effects.compactMap { effect in
                if case .send(_, .text(let text)) = effect { text } else { nil }
            }
        }

        /// A scene whose protocol is open.
        static func opened(_ actions: [PlainStep.Action]) throws -> Scene {
            var scene = try Scene(actions)
            scene.tell(.opened(user: 0))
            scene.say(#"{"type": "welcome", "key": "k"}"#)
            return scene
        }
    }

    private static let content: ContentReader = {
        var content = ContentReader()
        content.values = { json, pointers in
            let root = try? JSONSerialization.jsonObject(with: Data(json.utf8))
            return pointers.map { pointer in
                var value: Any? = root
                for word in pointer.split(separator: "/") { value = (value as? [String: Any])?[String(word)] }
                return (value as? String) ?? (value as? NSNumber)?.stringValue
            }
        }
        return content
    }()

    private static func ask(_ what: String) throws -> PlainStep.Action {
        .call(
            PlainCall(message: "ask", values: [KeyedValue(key: "what", value: try Template(what))]),
            withinMilliseconds: 1_000)
    }

    private static func tell(_ what: String) throws -> PlainStep.Action {
        .call(
            PlainCall(message: "tell", values: [KeyedValue(key: "what", value: try Template(what))]),
            withinMilliseconds: 1_000)
    }

    @Test func stepsBeginOnceTheProtocolIsOpen() throws {
        var scene = try Scene([try Self.tell("first")])
        scene.tell(.opened(user: 0), after: 10)
        #expect(scene.sent() == ["hello 0"])
        scene.say(#"{"type": "other"}"#, after: 10)
        #expect(scene.sent() == [])
        #expect(scene.load.result(at: scene.now).latencies[.connect] == nil)
        scene.say(#"{"type": "welcome", "key": "k"}"#, after: 10)
        // The script has ended, so the user says goodbye and leaves.
        #expect(scene.sent() == ["first", "bye"])
        let result = scene.load.result(at: scene.now)
        #expect((30_000...30_100).contains(result.latencies[.connect]?.corrected.maximum ?? 0))
        #expect(result.counts.receivedMessages == 2 && result.failureCount == 0)
    }

    @Test func repliesAreFoundByTheirNumber() throws {
        var scene = try Scene.opened([try Self.ask("a {{id}}"), try Self.ask("b"), .wait(milliseconds: 60_000)])
        #expect(scene.sent() == ["hello 0", "2 k a 1"])
        scene.say(#"{"id": 77, "answer": "none of ours"}"#, after: 10)
        #expect(scene.sent() == [])
        scene.say(#"{"id": 2, "answer": "x"}"#, after: 10)
        #expect(scene.sent() == ["3 k b"])
        scene.say(#"{"id": 3, "error": "forbidden"}"#, after: 5)
        let result = scene.load.result(at: scene.now)
        #expect(result.latencies[.reply]?.corrected.count == 2)
        #expect((20_000...20_100).contains(result.latencies[.reply]?.corrected.maximum ?? 0))
        #expect(result.counts.accepted == 1 && result.counts.rejections == ["forbidden": 1])
        #expect(result.failureCount == 0)
    }

    /// The place in a stream is lost with a frame that cannot be read: the user makes another connection, and keeps nothing.
    @Test func aStreamThatCannotBeReadIsGivenUp() throws {
        let text = """
            profile: 1
            title: Stream
            framing: nats
            open: [{expect: {kind: INFO}}]
            messages: {ping: {send: {kind: PING}}}
            """
        var scene = try Scene([.wait(milliseconds: 60_000)], profile: text)
        scene.tell(.opened(user: 0))
        scene.say("INFO {}\r\n", after: 1)
        #expect(!scene.effects.contains { if case .giveUp = $0 { true } else { false } })
        scene.say("FOO\r\n", after: 1)
        #expect(scene.effects.contains { if case .giveUp(user: 0) = $0 { true } else { false } })
        scene.say("INFO {}\r\n", after: 1)
        #expect(scene.load.result(at: scene.now).counts.unreadable == 1)
        var decoder = FrameDecoder(.nats)
        #expect(throws: FramingError.self) { try decoder.frames(in: .text("FOO\r\n")) }
        #expect(decoder.isBroken)
    }

    /// Pushes that come while nobody waits do not drive a reply out of the messages that are kept.
    @Test func pushesAnswerNoCall() throws {
        var scene = try Scene.opened([try Self.ask("a"), .wait(milliseconds: 60_000)])
        let pushes = (0..<PlainExchange.messagesKept).map { PlainMessage.text(#"{"type": "push", "data": \#($0)}"#) }
        scene.tell(
            .received(user: 0, [.text(#"{"id": 2, "answer": "x"}"#)] + pushes, bytes: 1_000), after: 10)
        let result = scene.load.result(at: scene.now)
        #expect(result.latencies[.reply]?.corrected.count == 1 && result.failureCount == 0)
    }

    @Test func aReplyThatDoesNotComeIsAFailure() throws {
        var scene = try Scene.opened([try Self.ask("a"), .wait(milliseconds: 60_000)])
        scene.tell(.tick, after: 1_001)
        #expect(scene.load.result(at: scene.now).failureCount == 1)
    }

    @Test func signsOfLifeAreSentAndAnswered() throws {
        var scene = try Scene.opened([.wait(milliseconds: 60_000)])
        _ = scene.sent()
        scene.say(#"{"type": "ping", "n": 5}"#, after: 100)
        #expect(scene.sent() == ["pong 5"])
        #expect(scene.load.nextDeadline == LoadTime(microseconds: 1_000_000))
        scene.tell(.tick, after: 900)
        #expect(scene.sent() == ["beat"])
        // Beats that were missed are not sent later.
        scene.tell(.tick, after: 3_500)
        #expect(scene.sent() == ["beat"])
        // Silent for five seconds since the ping: the user gives the connection up and makes another.
        scene.tell(.tick, after: 600)
        #expect(scene.effects.contains { if case .giveUp(user: 0) = $0 { true } else { false } })
        #expect(scene.load.result(at: scene.now).counts.closes == ["broken": 1])
        scene.tell(.tick, after: 5_000)
        #expect(scene.effects.contains { if case .connect(user: 0, _) = $0 { true } else { false } })
    }

    @Test func pushesAreFollowedByTheirNumbers() throws {
        var scene = try Scene.opened([
            .push(withinMilliseconds: 9_000), try Self.tell("after"), .wait(milliseconds: 9_000),
        ])
        _ = scene.sent()
        scene.say(#"{"type": "noise"}"#)
        #expect(scene.sent() == [])
        scene.say(#"{"type": "push", "topic": "a", "n": 7, "data": "x"}"#)
        #expect(scene.sent() == ["after"])
        for (topic, number) in [("a", 8), ("b", 1), ("a", 11), ("a", 11), ("b", 2)] {
            scene.say("{\"type\": \"push\", \"topic\": \"\(topic)\", \"n\": \(number)}")
        }
        let counts = scene.load.result(at: scene.now).counts
        #expect(counts.gaps == 2 && counts.duplicates == 1)
        #expect(counts.receivedEvents == 5 && counts.expectedEvents == 7)
    }

    @Test func aServerThatRefusesIsNamed() throws {
        var scene = try Scene([.wait(milliseconds: 60_000)])
        scene.tell(.opened(user: 0))
        scene.say(#"{"error": "no \u001B[2J entry"}"#)
        let failure = scene.load.result(at: scene.now).connectFailure
        #expect(failure?.kind == .refused)
        #expect(failure?.reason == "the server refused to open the protocol: no \\u001B[2J entry")
        #expect(scene.effects.contains { if case .giveUp(user: 0) = $0 { true } else { false } })
    }

    @Test func aServerThatSaysNothingIsGivenUp() throws {
        var scene = try Scene([.wait(milliseconds: 60_000)])
        scene.tell(.opened(user: 0))
        #expect(scene.load.nextDeadline == LoadTime(microseconds: 2_000_000), "nothing else would end the wait")
        scene.tell(.tick, after: 2_001)
        let result = scene.load.result(at: scene.now)
        #expect(result.connectFailure?.reason == "step 2 of `open` in p had no answer within 2000 ms")
        #expect(result.counts.connectFailures == 1)
    }

    /// A server that ends each connection before the protocol is open: after ten attempts the user gives up.
    @Test func aServerThatEndsEveryConnectionIsNotTriedForEver() throws {
        var scene = try Scene([.wait(milliseconds: 600_000)])
        for _ in 0..<10 {
            scene.tell(.opened(user: 0))
            scene.tell(.closed(user: 0, code: 4_000, reason: "go"))
            scene.tell(.tick, after: 6_000)
        }
        let result = scene.load.result(at: scene.now)
        #expect(result.failureCount == 1)
        #expect(result.failures.first?.contains("with code 4000 before the protocol was open (go)") == true)
    }

    @Test func numbersBeginAgainAtTheLargest() {
        var table = RequestTable()
        var numbers: Set<Int> = []
        for _ in 0..<65_535 { numbers.insert(table.nextNumber()) }
        #expect(numbers.count == 65_535 && numbers.min() == 1 && numbers.max() == 65_535)
        #expect(table.nextNumber() == 1)
        for call in 0..<2_000 { table.add(RequestTable.OpenRequest(call: call, message: 0, key: "\(call)")) }
        #expect(table.take(key: "0") == nil, "the oldest went")
        #expect(table.take(key: "1999") == 1_999 && table.take(key: "1999") == nil)
    }
}
