@testable import RoomStore

/// Rules for what the nodes of a run were told and what the database has.
struct StressAudit {
    enum Rule: String {
        /// A record that a node takes for committed is in the journal.
        case lost
        /// A record that was not there after a cut does not appear later.
        case late
        /// No place of a journal, and no content, is written twice.
        case twice
        /// Numbers of a room's records have no gap.
        case gap
        /// Epochs do not fall from one record to the next.
        case order
        /// An epoch of a room has one writer.
        case writers
        /// An owner that has claimed a room has read all records of earlier epochs.
        case unread
        /// Compaction deletes only what a whole record replaces.
        case compaction
        /// A node that was expelled confirms no beat.
        case expulsion
        /// The server refuses no statement.
        case refusal
    }

    struct Finding: Hashable, CustomStringConvertible {
        let rule: Rule
        let detail: String

        var description: String { "\(rule.rawValue): \(detail)" }
    }

    private var findings: [Finding] = []

    /// - Parameters:
    ///   - history: all records that were ever committed.
    ///   - journal: those that are there now.
    static func findings(_ ledger: StressLedger, history: [StressRecord], journal: [StressRecord]) -> [Finding] {
        var audit = StressAudit()
        audit.compare(ledger, history)
        audit.checkRooms(ledger, history, journal)
        audit.checkNodes(ledger)
        return audit.findings
    }

    private mutating func add(_ rule: Rule, _ detail: String) { findings.append(Finding(rule: rule, detail: detail)) }

    private mutating func compare(_ ledger: StressLedger, _ history: [StressRecord]) {
        let stored = Set(history)
        for record in ledger.committed where !stored.contains(record) { add(.lost, "\(record)") }
        var contents: Set<StressContent> = []
        for record in history {
            if !contents.insert(record.content).inserted { add(.twice, "\(record)") }
            if ledger.absent.contains(record.content) { add(.late, "\(record)") }
        }
    }

    private mutating func checkRooms(_ ledger: StressLedger, _ history: [StressRecord], _ journal: [StressRecord]) {
        let claims = Dictionary(grouping: ledger.claims, by: \.room)
        let left = Dictionary(grouping: journal, by: \.room)
        for (room, records) in Dictionary(grouping: history, by: \.room) {
            let records = records.sorted { $0.index < $1.index }
            checkOrder(of: room, records)
            checkWriters(of: room, records, claims[room] ?? [])
            checkReads(records, claims[room] ?? [])
            let rest = (left[room] ?? []).sorted { $0.index < $1.index }
            if rest != Array(records.suffix(rest.count)) || rest.first.map({ $0.isWhole || $0.index == 1 }) != true {
                add(.compaction, "\(room) has \(rest.count) of \(records.count) records, from \(rest.first as Any)")
            }
        }
    }

    private mutating func checkOrder(of room: String, _ records: [StressRecord]) {
        if records.first?.index != 1 { add(.gap, "\(room) begins with \(records.first as Any)") }
        for (one, next) in zip(records, records.dropFirst()) {
            if next.index == one.index { add(.twice, "\(one) and \(next)") }
            if next.index > one.index + 1 { add(.gap, "\(one) before \(next)") }
            if next.epoch < one.epoch { add(.order, "\(one) before \(next)") }
        }
    }

    private mutating func checkWriters(of room: String, _ records: [StressRecord], _ claims: [StressLedger.Claim]) {
        var writers: [Int64: Set<Int64>] = [:]
        for record in records { writers[record.epoch, default: []].insert(record.content.writer) }
        for claim in claims { writers[claim.epoch, default: []].insert(claim.writer) }
        for (epoch, writers) in writers where writers.count > 1 { add(.writers, "\(room), \(epoch): \(writers)") }
    }

    /// - Parameter records: sorted by index; where epochs fall, another rule has said so.
    private mutating func checkReads(_ records: [StressRecord], _ claims: [StressLedger.Claim]) {
        for claim in claims {
            var (low, high) = (0, records.count)
            while low < high {
                let middle = (low + high) / 2
                if records[middle].epoch < claim.epoch { low = middle + 1 } else { high = middle }
            }
            if low != Int(claim.last) { add(.unread, "\(claim) read, but \(low) records are older") }
        }
    }

    private mutating func checkNodes(_ ledger: StressLedger) {
        for (id, expulsions) in Dictionary(grouping: ledger.expulsions, by: \.id) {
            let beats = expulsions.map(\.beat)
            if beats.count > 1 { add(.expulsion, "\(id) was expelled at the beats \(beats)") }
            if let last = ledger.beats[id], let beat = beats.min(), last > beat {
                add(.expulsion, "\(id) was expelled at the beat \(beat) and has confirmed \(last)")
            }
        }
        for refusal in Set(ledger.refusals) { add(.refusal, refusal) }
    }
}
