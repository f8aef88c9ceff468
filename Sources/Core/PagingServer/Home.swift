import PagingEngine
import PagingRoom
import PagingWire
import Support

/// A room on the loop that owns it: the authority, its history as frames, and where its members are connected.
struct Home: Sendable {
    typealias Index = DenseMap<String, Home>.Index

    var room: Room
    var ring: FrameRing
    /// Where each connected member is.
    var addresses: [MemberID: Address] = [:]
    /// Connected members by loop; a loop with none gets nothing.
    var membersPerLoop: [Int]
    /// What may not be told yet; nil for a room in memory only.
    var journal: CommitGate?
    /// Since when nobody is in a room that goes when nobody is left.
    var emptySince: Instant?
    /// When the core will look at the room again.
    var wakeAt: Instant?
    /// Members who want offsets as frames.
    var framesWanted: Set<MemberID> = [] {
        didSet { room.framesWanted = framesWanted.count }
    }

    init(room: Room, loops: Int, ringFrames: Int) {
        self.room = room
        ring = FrameRing(capacity: ringFrames, after: room.sequence)
        membersPerLoop = Array(repeating: 0, count: loops)
    }

    /// When the room has something to do, or goes, `emptyMilliseconds` after the last one left.
    func nextDeadline(emptyMilliseconds: Int64) -> Instant? {
        earliest(room.nextDeadline, emptySince?.advanced(byMilliseconds: emptyMilliseconds))
    }

    /// Remembers since when nobody is in a room that may go.
    mutating func noteEmptiness(at now: Instant) {
        guard room.isOnDemand else { return }
        emptySince = room.population > 0 ? nil : emptySince ?? now
    }

    /// The next record and its number, if the last call changed what is kept.
    mutating func takeRecord() -> (RecordNumber, RoomRecord)? {
        guard let wantsWhole = journal?.wantsWhole, let record = room.takeRecord(whole: wantsWhole),
            let number = journal?.issue(record)
        else { return nil }
        return (number, record)
    }

    /// Whether all of `said` may be told now: nothing waits before it, and what it tells of survives a crash.
    func mayTell(_ said: [RoomEffect]) -> Bool {
        guard let journal else { return true }
        guard journal.isEmpty else { return false }
        return journal.isSafe(journal.issued) || !said.contains(where: \.isKept)
    }

    /// Lets what the room said wait until it may be told.
    mutating func keep(_ said: [RoomEffect], encode: (ServerMessage) -> Frame) {
        for effect in said {
            switch effect {
            case .answer(let member, let answer): keep(encode(.answer(answer)), for: [member])
            case .notes(let notes, let presenters): keep(encode(.notes(notes)), for: presenters)
            case .inStep, .removed: break
            case .event, .offset: journal?.add(effect)
            }
        }
    }

    /// Lets `frame` wait for those of `members` that are connected.
    private mutating func keep(_ frame: Frame, for members: [MemberID]) {
        for address in members.compactMap({ addresses[$0] }) { journal?.add(.reply(frame, address)) }
    }

    mutating func connect(_ member: MemberID, at address: Address, offsets: Join.Offsets) {
        addresses[member] = address
        membersPerLoop[address.loop] += 1
        if offsets == .frames { framesWanted.insert(member) }
    }

    /// Forgets the connection; false when the member is connected elsewhere by now.
    mutating func disconnect(_ member: MemberID, from address: Address) -> Bool {
        guard addresses[member] == address else { return false }
        addresses[member] = nil
        membersPerLoop[address.loop] -= 1
        framesWanted.remove(member)
        return true
    }
}
