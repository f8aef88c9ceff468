import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The viewers whom this edge has admitted to a room. Their room knows only how many they are.
struct ViewerTable: Sendable {
    struct EdgeViewer: Sendable {
        let member: MemberID
        let session: Session
        var credential: Credential?
        var name: String?
        /// Nil while the viewer is away.
        var address: Address?
        var connection: ConnectionKey
        var offsets: Join.Offsets
        /// The newest request id.
        var newest: RequestID
        /// Requests for pages and files without an answer, in order.
        var requests: [(id: RequestID, item: UpItem)] = []
        var drawn: Drawn?
        var awayUntil: Instant?
    }

    /// The time that a viewer without a connection counts, as in the room.
    private static let awayMilliseconds: Int64 = 10_000

    private var viewers: [MemberID: EdgeViewer] = [:]
    private var members: [Session: MemberID] = [:]
    private var addresses: [Address: MemberID] = [:]
    private var departing: [(at: Instant, member: MemberID)] = []
    private var perLoop: [Int]
    /// Whether the tally may be another one than the last.
    private(set) var hasChanged = false

    init(loops: Int) {
        perLoop = Array(repeating: 0, count: loops)
    }

    /// Viewers, those away included.
    var count: Int { viewers.count }
    var isEmpty: Bool { viewers.isEmpty }
    /// Viewers with a connection.
    var presentCount: Int { addresses.count }
    var nextDeparture: Instant? { departing.first?.at }

    /// Loops with connections.
    var loops: [Int] { perLoop.indices.filter { perLoop[$0] > 0 } }

    /// All, by number.
    var all: [EdgeViewer] { viewers.values.sorted { $0.member < $1.member } }

    subscript(member: MemberID) -> EdgeViewer? { viewers[member] }

    func contains(_ address: Address) -> Bool { addresses[address] != nil }

    func viewer(of session: Session?) -> EdgeViewer? {
        session.flatMap { members[$0] }.flatMap { viewers[$0] }
    }

    // MARK: Coming and going

    /// Adds a viewer, or takes one back on another connection.
    mutating func add(_ viewer: EdgeViewer) {
        remove(viewer.member)
        viewers[viewer.member] = viewer
        members[viewer.session] = viewer.member
        guard let address = viewer.address else { return }
        addresses[address] = viewer.member
        perLoop[address.loop] += 1
    }

    mutating func remove(_ member: MemberID) {
        hasChanged = true
        guard let viewer = viewers.removeValue(forKey: member) else { return }
        members[viewer.session] = nil
        if let address = viewer.address { forget(address) }
    }

    /// A connection is gone: its viewer leaves, or may return for a while. Returns false where there is none.
    mutating func leave(_ address: Address, politely: Bool, at now: Instant) -> Bool {
        guard let member = addresses[address] else { return false }
        guard !politely else {
            remove(member)
            return true
        }
        forget(address)
        let end = now.advanced(byMilliseconds: ViewerTable.awayMilliseconds)
        viewers[member]?.address = nil
        viewers[member]?.awayUntil = end
        viewers[member]?.drawn = nil
        viewers[member]?.requests = []
        departing.append((end, member))
        hasChanged = true
        return true
    }

    private mutating func forget(_ address: Address) {
        if addresses.removeValue(forKey: address) != nil { perLoop[address.loop] -= 1 }
    }

    /// Removes the viewers whose time away has ended.
    mutating func expire(at now: Instant) {
        while let (end, member) = departing.first, end <= now {
            departing.removeFirst()
            if viewers[member]?.awayUntil == end { remove(member) }
        }
    }

    // MARK: Requests

    /// Notes a request, whose id is the newest one.
    mutating func note(_ id: RequestID, of address: Address) {
        guard let member = addresses[address], let newest = viewers[member]?.newest else { return }
        viewers[member]?.newest = max(newest, id)
    }

    /// Notes a request for pages or files, which the owner is to answer.
    mutating func note(_ item: UpItem, _ id: RequestID, of address: Address) {
        if let member = addresses[address] { viewers[member]?.requests.append((id, item)) }
    }

    /// Notes an answer; false where the request has one already.
    mutating func answered(_ id: RequestID, of address: Address) -> Bool {
        guard let member = addresses[address], let place = viewers[member]?.requests.firstIndex(where: { $0.id == id })
        else { return false }
        viewers[member]?.requests.remove(at: place)
        return true
    }

    // MARK: Pictures

    /// Takes the pictures of viewers, and returns those of members. `last` is the newest event.
    mutating func take(_ drawn: [Drawn], last: Sequence) -> [Drawn] {
        drawn.filter { one in
            guard viewers[one.member] != nil else { return true }
            if one.sequence <= last, viewers[one.member]?.address != nil {
                viewers[one.member]?.drawn = one
                hasChanged = true
            }
            return false
        }
    }

    /// Forgets pictures: events have other numbers from now on.
    mutating func restart() {
        for member in viewers.keys { viewers[member]?.drawn = nil }
        hasChanged = true
    }

    mutating func takeTally() -> AudienceTally {
        hasChanged = false
        var tally = AudienceTally()
        (tally.viewers, tally.present) = (count, presentCount)
        var counts: [AudienceTally.PictureCount: Int] = [:]
        for viewer in viewers.values {
            guard let drawn = viewer.drawn else { continue }
            if drawn.isCut { tally.cut += 1 }
            counts[.init(sequence: drawn.sequence, digest: drawn.digest, viewers: 0), default: 0] += 1
        }
        let most = counts.sorted { ($0.value, $0.key.sequence) > ($1.value, $1.key.sequence) }
        tally.pictures = most.prefix(AudienceTally.picturesLimit).map {
            .init(sequence: $0.key.sequence, digest: $0.key.digest, viewers: $0.value)
        }
        return tally
    }
}
