import Foundation
import JSONCodec
import PagingEngine
import PagingRoom
import PagingWire
import Testing

/// Recorded sessions: after each message a replica has the state that the vector expects.
@Suite struct StateVectorTests {
    static let names = [
        "drag", "tap", "fling", "step", "members", "content", "moving", "settings", "steps", "scroll", "control",
        "strip", "continuous", "loop", "epoch",
    ]

    @Test func everySessionIsReplayed() throws {
        let folder = Vectors.protocolFolder.appending(path: "vectors").path()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("state-") }
        #expect(Set(files) == Set(Self.names.map { "state-\($0).jsonl" }))
    }

    @Test(arguments: StateVectorTests.names)
    func aReplicaFollowsTheSession(_ name: String) throws {
        let vectors = try Vectors.lines("state-\(name).jsonl")
        #expect(vectors.count > 20)
        var known: Replica?
        for vector in vectors {
            let message = try #require(try ServerMessageReader.read(vector.bytes[...]), "line \(vector.line)")
            let replica = try apply(message, to: known, of: vector)
            try expect(replica, of: vector)
            known = replica
        }
    }

    private func apply(_ message: ServerMessage, to known: Replica?, of vector: Vector) throws -> Replica {
        if case .snapshot(let snapshot) = message {
            if let known, vector.fields["check"] != nil {
                #expect(Self.shows(known, snapshot), "line \(vector.line)")
            }
            return snapshot.replica
        }
        var replica = try #require(known, "the first line is a snapshot")
        switch message {
        case .event(let event): #expect(replica.apply(event) == .applied, "line \(vector.line)")
        case .offset(let offset): replica.apply(offset)
        default: Issue.record("line \(vector.line): expected a message of the room")
        }
        return replica
    }

    private func expect(_ replica: Replica, of vector: Vector) throws {
        let fields = vector.fields
        #expect(replica.phase.name.rawValue == fields["phase"]?.string, "line \(vector.line)")
        #expect(replica.digest.text == fields["digest"]?.string, "line \(vector.line)")
        #expect(replica.shown == fields["shown"]?.integer, "line \(vector.line)")
        #expect(replica.strip?.units == fields["strip"]?.integer.map(Int64.init), "line \(vector.line)")
        // The vectors evaluate animations in floating point.
        var tolerance: Int64 = 0
        if case .settling = replica.phase { tolerance = 1 }
        for sample in try #require(fields["at"]?.list) {
            let now = Instant(milliseconds: Int64(try #require(sample["now"]?.integer)))
            let expected = Int64(try #require(sample["pos"]?.integer))
            #expect(abs(replica.position(at: now).units - expected) <= tolerance, "line \(vector.line) at \(now)")
        }
    }

    /// Whether `known` is what `snapshot` says. In a drag the newest position may be on its way to one of both.
    private static func shows(_ known: Replica, _ snapshot: Snapshot) -> Bool {
        var (replica, other) = (known, snapshot.replica)
        if case .dragging = other.phase { (replica.position, replica.motion) = (other.position, other.motion) }
        if replica.strip != nil, other.strip != nil { replica.strip = other.strip }
        replica.position = replica.position(at: snapshot.now)
        other.position = other.position(at: snapshot.now)
        return replica == other && replica.digest == snapshot.digest
    }
}
