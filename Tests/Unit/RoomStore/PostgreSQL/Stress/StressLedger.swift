@testable import RoomStore

/// Record of a run. Its content, the life of a node and a number, is written once.
struct StressRecord: Hashable {
    let room: String
    let index: Int64
    let epoch: Int64
    let isWhole: Bool
    let content: StressContent
}

struct StressContent: Hashable {
    /// Life of the node that made the record.
    let writer: Int64
    let number: Int64

    init(writer: Int64, number: Int64) {
        (self.writer, self.number) = (writer, number)
    }

    var bytes: [UInt8] {
        [writer, number].flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    }

    init(_ bytes: [UInt8]) {
        func integer(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }
        self.init(writer: integer(bytes.prefix(8)), number: integer(bytes.dropFirst(8)))
    }
}

/// Answers that one thread of a node has got, for the auditor.
struct StressLedger {
    /// A claim, and the last record that its owner has read after it.
    struct Claim: Hashable {
        let room: String
        let epoch: Int64
        let writer: Int64
        let last: Int64
    }

    struct Expulsion: Hashable {
        let id: Int64
        let beat: Int64
    }

    /// Records that were acknowledged, or found after a cut.
    var committed: [StressRecord] = []
    /// Records that were not there after a cut, when their owner had read its journal.
    var absent: Set<StressContent> = []
    var claims: [Claim] = []
    /// The last beat of each life that was confirmed.
    var beats: [Int64: Int64] = [:]
    var expulsions: [Expulsion] = []
    /// Statements that the server has refused, as after a deadlock.
    var refusals: [String] = []

    mutating func add(_ other: StressLedger) {
        committed += other.committed
        absent.formUnion(other.absent)
        claims += other.claims
        beats.merge(other.beats) { max($0, $1) }
        expulsions += other.expulsions
        refusals += other.refusals
    }
}
