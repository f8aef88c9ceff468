import Foundation
import JSONCodec
import PagingRoom
import PagingWire
import Testing

@Suite struct MessageVectorTests {
    @Test(arguments: try Vectors.lines("valid-client.jsonl"))
    func validClientMessageReadsAndWritesTheSame(_ vector: Vector) throws {
        let message = try ClientMessageReader.read(vector.bytes[...])
        var bytes: [UInt8] = []
        ClientMessageWriter.encode(message, into: &bytes)
        let due = try #require(vector.fields["again"] ?? vector.fields["message"])
        #expect(try JSONValue(bytes) == due)
        #expect(try ClientMessageReader.read(bytes[...]) == message)
    }

    @Test(arguments: try Vectors.lines("valid-server.jsonl"))
    func validServerMessageReadsAndWritesTheSame(_ vector: Vector) throws {
        let message = try ServerMessageReader.read(vector.bytes[...])
        guard vector.fields["ignored"] == nil else {
            if case .unknown? = message { return }
            #expect(message == nil)
            return
        }
        var bytes: [UInt8] = []
        ServerMessageWriter.encode(try #require(message), into: &bytes)
        let due = try #require(vector.fields["again"] ?? vector.fields["message"])
        #expect(try JSONValue(bytes) == due)
        #expect(try ServerMessageReader.read(bytes[...]) == message)
    }

    @Test(arguments: try Vectors.lines("invalid-client.jsonl"))
    func invalidClientMessageIsRefusedWithPlaceAndReason(_ vector: Vector) throws {
        let malformed = try #require(throws: Malformed.self) { try ClientMessageReader.read(vector.bytes[...]) }
        let reason = try #require(vector.fields["reason"]?.string)
        #expect(malformed.refusal.code.rawValue == vector.fields["code"]?.string)
        #expect(malformed.refusal.reason.contains(reason), "\(malformed.refusal.reason)")
        #expect(malformed.id?.number == vector.fields["id"]?.integer.map(Int64.init))
    }

    @Test func vectorsReachEveryType() throws {
        let client = try Vectors.lines("valid-client.jsonl").compactMap { vector in
            (vector.fields["message"] ?? vector.fields["again"])?["type"]?.string
        }
        let server = try Vectors.lines("valid-server.jsonl").compactMap { $0.fields["message"]?["type"]?.string }
        #expect(Set(client) == Set(try Schemas.types(of: "client")))
        #expect(Set(server).subtracting(["confetti"]) == Set(try Schemas.types(of: "server")))
    }

    @Test func digestsFollowFromTheirLines() throws {
        let rows = try Vectors.rows("digest.json")
        #expect(rows.count >= 8)
        for row in rows {
            var hash: UInt64 = 14_695_981_039_346_656_037
            for byte in try #require(row["line"]?.string).utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
            let digits = String(hash, radix: 16)
            #expect(String(repeating: "0", count: 16 - digits.count) + digits == row["digest"]?.string)
        }
    }
}

/// The schemas of `Protocol/`, one for each type and direction.
enum Schemas {
    static func types(of direction: String) throws -> [String] {
        let folder = Vectors.protocolFolder.appending(path: "schemas/\(direction)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        return names.filter { $0.hasSuffix(".schema.json") }.map { String($0.dropLast(".schema.json".count)) }
    }
}
