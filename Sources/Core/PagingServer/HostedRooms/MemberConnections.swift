import PagingEngine
import PagingRoom
import PagingWire

/// The connections of a room's members: one a member, counted by loop.
struct MemberConnections: Sendable {
    private var addresses: [MemberID: Address] = [:]
    /// Connected members by loop; a loop with none gets nothing.
    private(set) var perLoop: [Int]
    /// Members that want offsets as frames.
    private var framesWanted: Set<MemberID> = []

    init(loops: Int) {
        perLoop = Array(repeating: 0, count: loops)
    }

    var count: Int { addresses.count }

    /// All addresses, by member.
    var all: [Address] { addresses.sorted { $0.key < $1.key }.map(\.value) }

    var framesWantedCount: Int { framesWanted.count }

    subscript(member: MemberID) -> Address? { addresses[member] }

    mutating func connect(_ member: MemberID, at address: Address, offsets: Join.Offsets) {
        addresses[member] = address
        perLoop[address.loop] += 1
        if offsets == .frames { framesWanted.insert(member) }
    }

    /// Forgets the connection; false when the member is connected elsewhere by now.
    mutating func disconnect(_ member: MemberID, from address: Address) -> Bool {
        guard addresses[member] == address else { return false }
        addresses[member] = nil
        perLoop[address.loop] -= 1
        framesWanted.remove(member)
        return true
    }
}
