import PagingEngine
import PagingRoom
import PagingWire

/// What a room with a memory has to say but may not yet: each thing waits, in order, until the records it depends on
/// are safe.
struct CommitGate: Sendable {
    /// Something due to people once its turn has come.
    enum Due: Sendable {
        /// An event or an offset, to everybody.
        case said(RoomEffect)
        case reply(Frame, Address)
        // Large and rare; the others are to be small.
        indirect case entry(PendingJoin)
        indirect case reset(Address, Snapshot)
    }

    /// Things that may wait before requests are refused: seconds of a lively room.
    static let waitingLimit = 1_024
    /// Records after which one says everything, so that what came before can be thrown away.
    static let recordsPerWhole = 256

    private(set) var issued = RecordNumber.none
    private var safe = RecordNumber.none
    private var waiting: [(due: Due, after: RecordNumber)] = []
    /// Joins that are answered once their own records are safe, so that the session they are told outlives a crash.
    private var entries: [(entry: PendingJoin, after: RecordNumber)] = []
    private var sinceWhole = 0

    var isEmpty: Bool { waiting.isEmpty }

    /// Things that wait, joins included.
    var count: Int { waiting.count + entries.count }

    /// Whether so much waits that nothing more should be asked of the room.
    var isFull: Bool { waiting.count >= CommitGate.waitingLimit }

    var wantsWhole: Bool { sinceWhole >= CommitGate.recordsPerWhole }

    /// Numbers the next record.
    mutating func issue(_ record: RoomRecord) -> RecordNumber {
        issued = issued.next
        sinceWhole = record.isWhole ? 0 : sinceWhole + 1
        return issued
    }

    /// Appends what a room said in the call whose record, if it had one, was the last to be issued.
    mutating func add(_ effect: RoomEffect) {
        switch effect {
        case .event: waiting.append((.said(effect), effect.isKept ? issued : .none))
        case .offset(let offset, let audience):
            // Only the newest matters, for those with frames and for those without.
            if case .said(.offset(let old, let before))? = waiting.last?.due, old.isOnStrip == offset.isOnStrip {
                waiting.removeLast()
                waiting.append((.said(.offset(offset, for: audience.joined(with: before))), .none))
            } else {
                waiting.append((.said(effect), .none))
            }
        case .answer, .notes, .inStep, .removed: preconditionFailure("what is for one waits as a reply to an address")
        }
    }

    /// Appends what depends on nothing but on what was said before.
    mutating func add(_ due: Due) {
        waiting.append((due, .none))
    }

    /// Whether everything up to `number` survives a crash.
    func isSafe(_ number: RecordNumber) -> Bool { number <= safe }

    /// Keeps a join from being answered until the record of that number is safe. The room goes on meanwhile.
    mutating func hold(_ entry: PendingJoin, until number: RecordNumber) {
        entries.append((entry, number))
    }

    /// Takes out the joins that may be answered now.
    mutating func takeEntries() -> [PendingJoin] {
        let due = entries.filter { isSafe($0.after) }
        if !due.isEmpty { entries = entries.filter { !isSafe($0.after) } }
        return due.map(\.entry)
    }

    /// Takes out a join that is not answered any more, and the record it waited for.
    mutating func dropEntry(where isMeant: (PendingJoin) -> Bool) -> (entry: PendingJoin, after: RecordNumber)? {
        entries.firstIndex { isMeant($0.entry) }.map { entries.remove(at: $0) }
    }

    /// Everything up to `number` survives a crash from now on.
    mutating func secure(_ number: RecordNumber) {
        precondition(number <= issued, "only records that were issued become safe")
        safe = max(safe, number)
    }

    /// Takes out what may be told now.
    mutating func take() -> [Due] {
        let count = waiting.firstIndex { $0.after > safe } ?? waiting.count
        guard count > 0 else { return [] }
        defer { waiting.removeFirst(count) }
        return waiting[..<count].map(\.due)
    }
}

extension RoomEffect {
    /// Whether it tells of something a memory keeps.
    var isKept: Bool {
        guard case .event(let event) = self else { return false }
        return event.change.isKept
    }
}
