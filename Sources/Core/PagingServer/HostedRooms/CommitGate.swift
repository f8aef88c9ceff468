import PagingEngine
import PagingRoom
import PagingWire

/// The unpublished output of a durable room: each effect waits, in order, until the records it depends on are committed,
/// and all of it while the room is silent.
struct CommitGate: Sendable {
    /// Output for members that goes out when it is its turn.
    enum Held: Sendable {
        /// An event or an offset, to everybody; or a removal, whose connection has ended and which only holds back.
        case effect(RoomEffect)
        case reply(Frame, Address, answers: RequestID?)
        case sideAnswer(Frame, Address, answers: RequestID)
        /// The end of a connection, which waits only while the room is silent.
        indirect case dismissal(Address, CloseCode, reason: String)
        // Large and rare; the others stay small.
        indirect case join(PendingJoin)
        indirect case snapshot(Address, Snapshot)
    }

    /// Effects that may wait before requests are refused: seconds of a lively room.
    static let waitingLimit = 1_024

    private(set) var issued: RecordNumber
    private var committed: RecordNumber
    /// Whether nothing may be published, whatever is committed: in a cluster, while it is not sure that this node owns the
    /// room.
    private(set) var isSilent = false
    private var waiting: [(held: Held, after: RecordNumber)] = []
    private var sinceWhole = 0
    private let recordsPerWholeRecord: Int

    /// A gate whose records are numbered on after `number`.
    init(recordsPerWholeRecord: Int, after number: RecordNumber = .none) {
        (issued, committed) = (number, number)
        self.recordsPerWholeRecord = recordsPerWholeRecord
    }

    /// Whether later output has to wait.
    var isHoldingBack: Bool { isSilent || !waiting.isEmpty }

    var count: Int { waiting.count }

    /// Whether so much waits that no more requests are accepted.
    var isFull: Bool { waiting.count >= CommitGate.waitingLimit }

    /// Whether the next record is to hold the whole room, so that older ones can be dropped.
    var wantsWhole: Bool { sinceWhole >= recordsPerWholeRecord }

    /// Numbers the next record.
    mutating func issue(_ record: RoomRecord) -> RecordNumber {
        issued = issued.next
        sinceWhole = record.isWhole ? 0 : sinceWhole + 1
        return issued
    }

    /// Appends an effect of the call whose record, if it had one, was issued last.
    mutating func hold(_ effect: RoomEffect) {
        switch effect {
        case .event: waiting.append((.effect(effect), effect.isKept ? issued : .none))
        case .offset(let offset, let audience):
            // Only the newest matters, for subscribers with frames and for those without.
            if case .effect(.offset(let old, let before))? = waiting.last?.held, old.isOnStrip == offset.isOnStrip {
                waiting.removeLast()
                waiting.append((.effect(.offset(offset, for: audience.joined(with: before))), .none))
            } else {
                waiting.append((.effect(effect), .none))
            }
        // Nobody is told of a removal that a crash could undo, and no number is given that it could give again.
        case .removed, .audienceNumbers: waiting.append((.effect(effect), issued))
        case .audienceRules: waiting.append((.effect(effect), .none))
        case .answer, .notes, .inStep:
            preconditionFailure("an effect for one member waits as a reply to its address")
        }
    }

    /// Appends output that depends on nothing but earlier output.
    mutating func hold(_ held: Held) {
        waiting.append((held, .none))
    }

    /// The connections whose ends wait.
    var ending: [Address] {
        waiting.compactMap { if case .dismissal(let address, _, _) = $0.held { address } else { nil } }
    }

    /// Whether everything up to `number` survives a crash.
    func isCommitted(_ number: RecordNumber) -> Bool { number <= committed }

    /// Notes that everything up to `number` survives a crash.
    mutating func markCommitted(_ number: RecordNumber) {
        precondition(number <= issued, "only records that were issued can be committed")
        committed = max(committed, number)
    }

    mutating func setSilent(_ isSilent: Bool) { self.isSilent = isSilent }

    /// Takes the output that may be published now.
    mutating func takePublishable() -> [Held] {
        guard !isSilent else { return [] }
        let count = waiting.firstIndex { $0.after > committed } ?? waiting.count
        guard count > 0 else { return [] }
        defer { waiting.removeFirst(count) }
        return waiting[..<count].map(\.held)
    }
}
