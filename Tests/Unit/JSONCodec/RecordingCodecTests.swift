import Foundation
import PagingRoom
import PagingWire
import Testing

@testable import JSONCodec

/// Recordings as text: lines round-trip, other text is refused with a reason, and no message has a field `time`.
@Suite struct RecordingCodecTests {
    private func text(_ line: RecordingLine) -> [UInt8] {
        var bytes: [UInt8] = []
        RecordingWriter.encode(line, into: &bytes)
        return bytes
    }

    @Test func linesComeBackAsTheyWere() throws {
        var samples = Samples(seed: 5)
        var recorded = 0
        for number in 0..<2_000 {
            let message = samples.serverMessage(kind: number)
            let line = RecordingLine(milliseconds: samples.integer(0...(1 << 53) - 1), .message(message))
            let bytes = text(line)
            #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().contains(UInt8(ascii: "\n")) == false)
            let back = try RecordingReader.line(bytes.dropLast())
            #expect(back == (message.isRecorded ? line : nil), "\(String(decoding: bytes, as: UTF8.self))")
            recorded += message.isRecorded ? 1 : 0
        }
        #expect(recorded > 500)
        for content in [.lost(reason: "why \" not"), .resumed, .gap, .mark("here 語")] as [RecordingLine.Content] {
            let line = RecordingLine(milliseconds: 7, content)
            #expect(try RecordingReader.line(text(line).dropLast()) == line)
        }
    }

    @Test func theHeaderComesBackAsItWas() throws {
        for title in [nil, "A \"talk\""] {
            let header = RecordingHeader(room: "talk", date: "2026-11-21T19:44:00Z", title: title, recorder: "test 1")
            var bytes: [UInt8] = []
            RecordingWriter.encode(header, into: &bytes)
            #expect(bytes.starts(with: Array("{\"type\":\"recording\",\"version\":1,".utf8)))
            #expect(try RecordingReader.header(bytes.dropLast()) == header)
        }
    }

    @Test(arguments: [
        (#"{"type":"snapshot"}"#, "a recording begins with its header"),
        (#"{"type":"recording","version":2,"room":"a","date":"b"}"#, "version: expected version 1, got 2; update"),
        (#"{"type":"recording","version":1,"date":"b"}"#, "room: missing"),
        ("riffle: 1", "expected an object"), ("", "expected an object"),
    ])
    func aForeignHeaderIsRefused(line: String, reason: String) {
        let fault = #expect(throws: Malformed.self) { try RecordingReader.header(Array(line.utf8)[...]) }
        #expect(fault?.refusal.reason.contains(reason) == true, "\(String(describing: fault))")
    }

    @Test(arguments: [
        (#"{"type":"gap"}"#, "time: missing"),
        (#"{"time":-1,"type":"gap"}"#, "time: out of range"),
        (#"{"time":1.5,"type":"gap"}"#, "time: expected an integer"),
        (#"{"time":1,"type":"mark"}"#, "text: missing"),
        (#"{"time":1,"type":"target","seq":1,"from":0}"#, "to: missing"),
        (#"{"time":1,"type":"targ"#, "ends inside a string"),
    ])
    func aBrokenLineIsRefused(line: String, reason: String) {
        let fault = #expect(throws: Malformed.self) { try RecordingReader.line(Array(line.utf8)[...]) }
        #expect(fault?.refusal.reason.contains(reason) == true, "\(String(describing: fault))")
    }

    @Test(arguments: [
        #"{"time":1,"type":"confetti","seq":8}"#, #"{"type":"confetti"}"#,
        #"{"time":1,"type":"ack","id":1,"seq":8}"#, #"{"time":1,"type":"notice","level":"info","text":"hello"}"#,
    ])
    func unknownAndPersonalMessagesAreSkipped(line: String) throws {
        #expect(try RecordingReader.line(Array(line.utf8)[...]) == nil)
    }

    @Test func thePublishedExampleRoundTrips() throws {
        let lines = try Vectors.lines("recording.riffle.jsonl")
        let header = try RecordingReader.header(lines[0].fields.canonical[...])
        var bytes: [UInt8] = []
        RecordingWriter.encode(header, into: &bytes)
        #expect(try JSONValue(Array(bytes.dropLast())) == lines[0].fields)
        var passed: [String] = []
        for line in lines.dropFirst() {
            guard let read = try RecordingReader.line(line.fields.canonical[...]) else {
                passed.append(line.fields["type"]?.string ?? "")
                continue
            }
            #expect(try JSONValue(Array(text(read).dropLast())) == line.fields, "line \(line.line)")
        }
        #expect(passed == ["confetti"] && lines.count > 20)
    }

    /// A line is a message with an added field `time`, so no message may have a field of that name.
    @Test func noMessageHasAFieldTime() throws {
        for type in try Schemas.types(of: "server") {
            let file = Vectors.protocolFolder.appending(path: "schemas/server/\(type).schema.json")
            let schema = try JSONValue(Array(Data(contentsOf: file)))
            #expect(schema["properties"]?["time"] == nil, "\(type)")
        }
    }
}
