import Foundation
import JSONCodec
import PagingEngine
import PagingRoom
import TestPeers
import Testing

/// An invalid line of a client, and the expected refusal.
struct BadLine: Sendable, CustomTestStringConvertible {
    let about: String
    let bytes: [UInt8]
    var code = "badRequest"
    /// A part of the reason.
    let reason: String
    var id: Int?

    var testDescription: String { about }

    init(_ about: String, _ line: String, code: String = "badRequest", reason: String, id: Int? = nil) {
        (self.about, bytes, self.code, self.reason, self.id) = (about, Array(line.utf8), code, reason, id)
    }

    /// The kinds of bad input the protocol names, one line each.
    static let kinds = [
        BadLine("not JSON", "next please", reason: "byte 0"),
        BadLine("not an object", "[1,2]", reason: "expected an object"),
        BadLine("no type", #"{"id":2}"#, reason: "type: missing", id: 2),
        BadLine("a wrong type", #"{"type":"step","id":2,"by":"1","from":0}"#, reason: "by: expected an integer", id: 2),
        BadLine("a float", #"{"type":"step","id":2,"by":1.0,"from":0}"#, reason: "by: expected an integer", id: 2),
        BadLine(
            "out of range", #"{"type":"step","id":2,"by":2,"from":0}"#, reason: "by: expected 1 or -1, got 2", id: 2),
        BadLine(
            "out of 64 bits", #"{"type":"jump","id":2,"page":9223372036854775808}"#,
            reason: "byte 29: the integer is out of range"),
        BadLine("a field twice", #"{"type":"step","id":2,"by":1,"by":1,"from":0}"#, reason: "occurs twice"),
        BadLine("NaN", #"{"type":"step","id":2,"by":NaN,"from":0}"#, reason: "NaN"),
        BadLine("single quotes", #"{'type':'step','id':2,'by':1,'from':0}"#, reason: "byte 1"),
        BadLine("a control character", "{\"type\":\"st\tep\",\"id\":2}", reason: "byte 11"),
        BadLine("too deep", #"{"type":"ping","id":2,"x":[[[[[[[[1]]]]]]]]}"#, reason: "deeper than 8"),
        BadLine(
            "too long", #"{"type":"ping","id":2,"x":"\#(String(repeating: "x", count: 4_096))"}"#, code: "tooLarge",
            reason: "4096 bytes", id: 2),
        BadLine("an unknown type", #"{"type":"fly","id":2}"#, code: "unknownType", reason: "type", id: 2),
        BadLine("another join", #"{"type":"join","id":2}"#, reason: "already joined", id: 2),
        BadLine("no id", #"{"type":"step","by":1,"from":0}"#, reason: "id: missing"),
    ]

    /// The published vectors that fit a text message: not empty, in UTF-8, and not above the size limit, which closes the
    /// connection with 1009.
    static func published() throws -> [BadLine] {
        let file = Program.root.appendingPathComponent("Protocol/vectors/invalid-client.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let vector = try RawObject(line: String(line))
            let fill = vector.number("fill")
            guard var text = vector.text("line"), !text.isEmpty, fill ?? 0 < 1 << 20 else { return nil }
            if let fill { text = text.replacing("@", with: String(repeating: "x", count: fill)) }
            return BadLine(
                vector.text("about") ?? "", text,
                code: vector.text("code") ?? "", reason: vector.text("reason") ?? "", id: vector.number("id"))
        }
    }
}

extension EndToEnd {
    /// The sender is told the error and its place; other members notice nothing.
    @Suite struct BadInputTests {
        @Test(arguments: BadLine.kinds) func aBadLineIsRefusedAndChangesNothing(line: BadLine) throws {
            try EndToEndFixture.with { fixture in
                let witness = try fixture.join("witness", role: .viewer)
                let raw = try fixture.raw()
                try raw.join()
                try raw.next("snapshot")
                let before = try witness.wait("the other") { $0.replica?.members.count == 2 }
                raw.send(bytes: line.bytes)
                expectRefusal(try raw.next(), of: line)
                let rest = try raw.everything(pingID: 3)
                #expect(rest.isEmpty, "one answer, and the sender lives: \(rest)")
                // What happens next is the next event, so the line has made none.
                raw.send(#"{"type":"jump","id":4,"page":1,"animated":false}"#)
                let after = try witness.wait("the jump") { $0.replica?.origin == PageIndex(1) }
                #expect(after.words(after: before.sequence) == ["target", "selected", "shift"])
                var replica = try #require(before.replica)
                for event in after.events(after: before.sequence) { replica.apply(event) }
                #expect(replica == after.replica)
            }
        }

        @Test func everyPublishedVectorIsRefusedAsStated() throws {
            try EndToEndFixture.with { fixture in
                let witness = try fixture.join("witness")
                let vectors = try BadLine.published()
                #expect(vectors.count > 100)
                // Nine bad lines in ten seconds are borne; the tenth would end the connection.
                for start in stride(from: 0, to: vectors.count, by: 9) {
                    let raw = try fixture.raw()
                    try raw.join(#""role":"presenter""#)
                    try raw.next("snapshot")
                    for line in vectors[start..<min(start + 9, vectors.count)] {
                        raw.send(bytes: line.bytes)
                        expectRefusal(try raw.next("reject"), of: line)
                    }
                    raw.send(#"{"type":"leave","id":1000000}"#)
                    try raw.next("ack")
                }
                #expect(witness.now.words(after: Sequence(0)).isEmpty, "people came and went, nothing else")
            }
        }

        private func expectRefusal(_ object: RawObject, of line: BadLine) {
            #expect(object.type == "reject", "\(line.about)")
            #expect(object.text("code") == line.code, "\(line.about)")
            #expect(object.text("reason")?.contains(line.reason) == true, "\(line.about): \(object)")
            #expect(object.number("id") == line.id, "\(line.about)")
            #expect(object.number("seq") != nil)
        }

        @Test func theTenthBadLineEndsTheConnection() throws {
            try EndToEndFixture.with { fixture in
                let witness = try fixture.join("witness")
                let raw = try fixture.raw()
                try raw.join()
                try raw.next("snapshot")
                for _ in 0..<9 {
                    raw.send("{")
                    #expect(try raw.next().type == "reject")
                }
                #expect(try raw.everything(pingID: 2).isEmpty, "nine are borne")
                raw.send("{")
                #expect(try raw.next().type == "reject", "told once more")
                #expect(try raw.end() == 4_100)
                #expect(raw.closeReason.contains("byte 1"), "and why: \(raw.closeReason)")
                try witness.wait("the other away") { $0.replica?.members.contains(where: \.isAway) == true }
                #expect(witness.now.words(after: Sequence(0)).isEmpty)
            }
        }

        @Test func aViolationOfTheFramingEndsTheConnection() throws {
            try EndToEndFixture.with { fixture in
                let witness = try fixture.join("witness")
                let tooBig = [UInt8](repeating: UInt8(ascii: " "), count: (1 << 20) + 1)
                let cases: [(bytes: [UInt8], kind: WebSocketFrame.Kind, codes: [Int])] = [
                    ([0xff, 0xfe], .text, [1_007]), ([1, 2, 3], .binary, [1_003, 4_100]), (tooBig, .text, [1_009]),
                ]
                for (bytes, kind, codes) in cases {
                    let raw = try fixture.raw()
                    try raw.join()
                    raw.send(bytes: bytes, as: kind)
                    let code = try raw.end()
                    #expect(code.map(codes.contains) == true, "\(kind) was closed with \(code ?? 0)")
                }
                let end = try witness.achieve(.step(.forward, from: PageIndex(0)))
                #expect(try expectInStep([witness], since: end).replica?.settled == PageIndex(1))
            }
        }

        @Test func theFirstMessageIsJoin() throws {
            try EndToEndFixture.with { fixture in
                let raw = try fixture.raw()
                raw.send(#"{"type":"step","id":1,"by":1,"from":0}"#)
                let answer = try raw.next()
                #expect(answer.text("code") == "badRequest")
                #expect(answer.text("reason") == "type: the first message is join")
                try raw.join()
                #expect(try raw.next("snapshot").number("seq") == 1, "nothing has happened but the join")
            }
        }

        @Test func aRepeatedIdIsAnsweredAgainAndNotExecutedAgain() throws {
            try EndToEndFixture.with { fixture in
                let witness = try fixture.join("witness")
                let raw = try fixture.raw()
                try raw.join()
                let step = #"{"type":"step","id":7,"by":1,"from":0}"#
                raw.send(step + "\n" + step)
                let answers = [try raw.next("ack"), try raw.next("ack")]
                #expect(answers.map(\.line) == [answers[0].line, answers[0].line])
                raw.send(#"{"type":"step","id":6,"by":1,"from":1}"#)
                let late = try raw.next("reject")
                #expect(late.text("code") == "badRequest")
                #expect(late.text("reason")?.contains("id: 6") == true, "\(late)")
                let sequence = Sequence(Int64(try #require(answers[0].number("seq"))))
                let seen = try expectInStep([witness], since: sequence)
                #expect(seen.words(after: Sequence(2)) == ["target", "animation", "completed", "selected", "shift"])
                #expect(seen.replica?.settled == PageIndex(1))
            }
        }
    }
}
