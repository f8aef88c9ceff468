import PagingEngine
import PagingRoom
import PagingWire

/// The connections of a room's members: one a member, counted by loop.
struct MemberConnections: Sendable {
    private var addresses: [MemberID: Address] = [:]
    private var members: [Address: MemberID] = [:]
    /// Connections by loop, also those whose end waits; a loop with none gets nothing. A loop that follows counts for one
    /// more.
    private(set) var perLoop: [Int]
    private var isFollowed = false
    private var offsets: [MemberID: Join.Offsets] = [:]
    private var openings: [MemberID: Instant] = [:]
    /// Members that want offsets as frames.
    private(set) var framesWantedCount = 0

    init(loops: Int) {
        perLoop = Array(repeating: 0, count: loops)
    }

    var count: Int { addresses.count }

    /// All addresses, by member.
    var all: [Address] { addresses.sorted { $0.key < $1.key }.map(\.value) }

    /// Members and their addresses on the first `loops` loops, by member.
    func onLoops(below loops: Int) -> [(member: MemberID, address: Address, offsets: Join.Offsets)] {
        addresses.filter { $0.value.loop < loops }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value, offsets[$0.key] ?? .none) }
    }

    subscript(member: MemberID) -> Address? { addresses[member] }

    /// The member at this address.
    func member(at address: Address) -> MemberID? { members[address] }

    /// Lets `loop`, the only one that does so, follow the room even without members there, or no longer.
    mutating func follow(_ isFollowed: Bool, from loop: Int) {
        guard isFollowed != self.isFollowed else { return }
        self.isFollowed = isFollowed
        perLoop[loop] += isFollowed ? 1 : -1
    }

    /// Serves the loop of a connection that is its member's no longer, until `ended`: its mirror must miss nothing.
    mutating func holdEnd(at address: Address) { perLoop[address.loop] += 1 }

    mutating func ended(at address: Address) { perLoop[address.loop] -= 1 }

    /// The opening of the member's connection, if it counts.
    func openedAt(of member: MemberID) -> Instant? { openings[member] }

    mutating func connect(_ member: MemberID, at address: Address, openedAt: Instant?, offsets: Join.Offsets) {
        openings[member] = openedAt
        addresses[member] = address
        members[address] = member
        perLoop[address.loop] += 1
        self.offsets[member] = offsets
        if offsets == .frames { framesWantedCount += 1 }
    }

    /// Forgets the connection; false when the member is connected elsewhere by now.
    mutating func disconnect(_ member: MemberID, from address: Address) -> Bool {
        guard addresses[member] == address else { return false }
        addresses[member] = nil
        members[address] = nil
        openings[member] = nil
        perLoop[address.loop] -= 1
        if offsets.removeValue(forKey: member) == .frames { framesWantedCount -= 1 }
        return true
    }
}
