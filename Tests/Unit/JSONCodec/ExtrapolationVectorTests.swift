import JSONCodec
import PagingEngine
import PagingRoom
import PagingWire
import Testing

/// Positions of a drag between offsets equal those of the vectors, to the unit, in a replica made of messages.
@Suite struct ExtrapolationVectorTests {
    private func replica() throws -> Replica {
        let lines = try Vectors.lines("valid-server.jsonl")
        let held = try #require(lines.first { $0.fields["about"]?.string == "a room in somebody's hand" })
        guard case .snapshot(let snapshot)? = try ServerMessageReader.read(held.bytes[...]) else { throw Absent() }
        return snapshot.replica
    }

    private struct Absent: Error {}

    @Test func positionsAreExact() throws {
        let rows = try Vectors.rows("motions.json")
        #expect(rows.count >= 6)
        for row in rows {
            var replica = try replica()
            let told = try #require(row["offset"])
            guard case .offset(let offset)? = try ServerMessageReader.read(told.canonical[...]) else { throw Absent() }
            #expect(offset.sequence >= replica.sequence)
            replica.apply(offset)
            for sample in try #require(row["at"]?.list) {
                let now = Instant(milliseconds: Int64(try #require(sample["now"]?.integer)))
                let due = Int64(try #require(sample["pos"]?.integer))
                #expect(replica.position(at: now).units == due, "\(row["about"]?.string ?? "") at \(now)")
            }
        }
    }

    @Test func aSnapshotContainsTheMotion() throws {
        let lines = try Vectors.lines("valid-server.jsonl")
        let moving = try #require(lines.first { $0.fields["about"]?.string == "a room in a hand that moves" })
        guard case .snapshot(let snapshot)? = try ServerMessageReader.read(moving.bytes[...]) else { throw Absent() }
        #expect(snapshot.now == Instant(milliseconds: 5_050))
        #expect(snapshot.replica.position(at: snapshot.now).units == 20_000 - 11_796)
        #expect(snapshot.replica.movesUntil == Instant(milliseconds: 5_169))
    }

    @Test(arguments: [
        #"{"type":"offset","seq":18,"pos":0,"now":5000,"velocity":1310721,"by":1}"#,
        #"{"type":"offset","seq":18,"pos":0,"now":5000,"velocity":-1310721,"by":1}"#,
        #"{"type":"offset","seq":18,"pos":0,"now":5000,"velocity":null,"by":1}"#,
    ])
    func aVelocityOutOfRangeIsRefused(line: String) {
        #expect(throws: Malformed.self) { try ServerMessageReader.read(Array(line.utf8)[...]) }
    }
}
