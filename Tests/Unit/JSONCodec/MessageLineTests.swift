import JSONCodec
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@Suite struct MessageLineTests {
    private func read(_ text: String) -> [Result<ClientMessage, Malformed>] {
        ClientMessageReader.readLines(Array(text.utf8)[...])
    }

    private let ping = #"{"type":"ping","id":1}"#

    @Test func eachLineIsAnsweredForItself() throws {
        let results = read("\(ping)\nbroken\n\(ping)")
        #expect(results.count == 3)
        #expect(try results[0].get() == .ping(RequestID(1)))
        #expect(throws: Malformed.self) { try results[1].get() }
        #expect(try results[2].get() == .ping(RequestID(1)))
    }

    @Test func aLineFeedAtTheEndBeginsNoLine() { #expect(read(ping + "\n").count == 1) }

    @Test func emptyLinesAreRefused() throws {
        #expect(read("").count == 1)
        let results = read("\(ping)\n\n\(ping)\n\n")
        #expect(results.map { (try? $0.get()) == nil } == [false, true, false, true])
    }

    @Test func aSliceIsReadFromItsOwnStart() throws {
        let bytes = Array("xxxx{\"type\":\"ping\",\"id\":0}".utf8)
        let malformed = try #require(throws: Malformed.self) { try ClientMessageReader.read(bytes[3...]) }
        #expect(malformed.refusal.reason == "byte 0: expected an object, got x")
    }

    @Test func everyLimitHoldsToTheByte() throws {
        let head = #"{"type":"ping","id":1,"x":""#
        let fitting = head + String(repeating: "a", count: 4_096 - head.utf8.count - 2) + "\"}"
        #expect(fitting.utf8.count == 4_096)
        #expect((try? read(fitting)[0].get()) == .ping(RequestID(1)))
        let tooLong = fitting.replacing("\"}", with: "a\"}")
        let malformed = try #require(throws: Malformed.self) { try read(tooLong)[0].get() }
        #expect(malformed == Malformed(id: RequestID(1), refusal: Refusal(.tooLarge, "longer than 4096 bytes")))
    }

    @Test func aContentMayBeAsLongAsAMebibyteAndTenThousandPages() throws {
        let pages = (0..<10_000).map { Page(id: PageID("p\($0)"), title: "", body: "body \($0)\nof a page") }
        var bytes: [UInt8] = []
        ClientMessageWriter.encode(.request(RequestID(1), .content(revision: 0, pages, wrap: nil)), into: &bytes)
        #expect(bytes.count > 500_000)
        #expect(
            try ClientMessageReader.read(bytes[...]) == .request(RequestID(1), .content(revision: 0, pages, wrap: nil)))
    }

    @Test func bracketsDoNotFillTheMemory() throws {
        let text = #"{"type":"content","id":1,"x":["# + String(repeating: "{},", count: 300_000) + "0]}"
        let malformed = try #require(throws: Malformed.self) { try read(text)[0].get() }
        #expect(malformed.refusal.reason.hasSuffix("too many objects and lists"))
    }

    @Test func aServerMessageMayBeLong() throws {
        let body = String(repeating: "line\n", count: 1 << 20)
        let page = WindowPage(index: PageIndex(1), item: 1, page: Page(id: PageID("a"), title: "", body: body))
        var bytes: [UInt8] = []
        ServerMessageWriter.encode(.pages(RequestID(1), [page]), into: &bytes)
        #expect(try ServerMessageReader.read(bytes[...]) == .pages(RequestID(1), [page]))
        let tooLong = [UInt8](repeating: 0x20, count: 8 << 20 | 1)
        #expect(
            try #require(throws: Malformed.self) { try ServerMessageReader.read(tooLong[...]) }.refusal.code
                == .tooLarge)
    }

    @Test func wordsOfALaterVersionAreTolerated() throws {
        let later: [(line: String, message: ServerMessage)] = [
            (
                #"{"type":"reject","id":1,"code":"tired","reason":"no","seq":2}"#,
                .answer(.refused(RequestID(1), Refusal(.badRequest, "no"), Sequence(2)))
            ),
            (#"{"type":"notice","level":"loud","text":"a"}"#, .notice(Notice(level: .info, text: "a"))),
            (
                #"{"type":"closing","code":4042,"reason":"a","within":0}"#,
                .closing(.goingAway, reason: "a", withinMilliseconds: 0)
            ),
            (#"{"type":"confetti","seq":7}"#, .unknown(Sequence(7))),
            (
                #"{"type":"ack","id":1,"seq":2,"changed":false}"#,
                .answer(.accepted(RequestID(1), Sequence(2), changed: false))
            ),
        ]
        for (line, message) in later { #expect(try ServerMessageReader.read(Array(line.utf8)[...]) == message) }
        #expect(try ServerMessageReader.read(Array(#"{"type":"confetti"}"#.utf8)[...]) == nil)
    }

    /// `cause` and `preset` only inform: the other fields say all that is drawn.
    @Test func unknownCausesAndPresetsAreTolerated() throws {
        let animation = { (cause: String) in
            #"{"type":"animation","seq":1,"anim":1,"from":0,"to":65536,"velocity":0,"start":0,"end":9,"curve":"linear","cause":"\#(cause)"}"#
        }
        #expect(
            try ServerMessageReader.read(Array(animation("whim").utf8)[...])
                == ServerMessageReader.read(Array(animation("content").utf8)[...]))
        var bytes: [UInt8] = []
        let event = Event(sequence: Sequence(1), change: .settings(Configuration(.tabs), tabs: []))
        ServerMessageWriter.encode(.event(event), into: &bytes)
        let line = String(decoding: bytes, as: UTF8.self).replacing(#""preset":"tabs""#, with: #""preset":"origami""#)
        var configuration = Configuration(.tabs)
        configuration.preset = .threePage
        #expect(
            try ServerMessageReader.read(Array(line.utf8)[...])
                == .event(Event(sequence: Sequence(1), change: .settings(configuration, tabs: []))))
        let request = #"{"type":"configure","id":1,"preset":"origami"}"#
        #expect(throws: Malformed.self) { try ClientMessageReader.read(Array(request.utf8)[...]) }
    }

    @Test func aServerThatBreaksTheProtocolIsDetected() throws {
        let broken = [
            #"{"type":"ack","id":1}"#: "seq: missing",
            #"{"type":"welcome","protocol":2}"#: "protocol: out of range, 1 to 1",
            #"{"type":"closing","code":1000,"reason":"","within":0}"#:
                "code: expected a close code of this protocol, got 1000",
            #"{"type":"completed","seq":1,"anim":1,"pos":0.5}"#:
                "pos: expected an integer, got a number with a fraction or an exponent",
            #"{"type":"shift","seq":1,"by":0,"origin":0,"window":[{"page":0,"id":"a","title":"\u001b"}]}"#:
                "window[0].title: a control character has no place here",
            #"{"type":"notice","level":"info","text":"\u001b[2J"}"#: "text: a control character has no place here",
        ]
        for (line, reason) in broken {
            let malformed = try #require(throws: Malformed.self) { try ServerMessageReader.read(Array(line.utf8)[...]) }
            #expect(malformed.refusal.reason == reason)
        }
    }
}
