import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire

/// The connections of this node in a room that another node owns: those that have joined, each with its requests that
/// have no answer yet, and the joins that have none.
struct EdgeSeats: Sendable {
    private struct EdgeSeat {
        let connection: ConnectionKey
        let session: Session
        let offsets: Join.Offsets
        /// The newest request id.
        var newest: RequestID
        /// Requests, also those for pages and files, without an answer, in order.
        var unanswered: [(id: RequestID, item: UpItem, bytes: Int)] = []
        /// Whether its loop waits for a snapshot of the owner.
        var awaitsSnapshot = false

        /// The newest id up to which all requests have their answers.
        var answered: RequestID {
            let first = unanswered.first { $0.item.isRequest }
            return first.map { RequestID($0.id.number - 1) } ?? newest
        }
    }

    /// Requests of one connection that may wait for their answers: seconds of the rate that a connection may have.
    static let unansweredItems = 512
    /// Bytes of all requests that may wait: another owner gets all of them again.
    static let unansweredBytes = LinkLimits.bytes

    var joins = WaitingJoins()
    private var seats: [Address: EdgeSeat] = [:]
    /// Seats by loop.
    private var perLoop: [Int]
    private var unansweredBytes = 0

    init(loops: Int) {
        perLoop = Array(repeating: 0, count: loops)
    }

    /// Whether nobody has joined.
    var isEmpty: Bool { seats.isEmpty }

    var count: Int { seats.count }

    /// Loops with seats.
    var loops: [Int] { perLoop.indices.filter { perLoop[$0] > 0 } }

    var addresses: [Address] { seats.keys.sorted { ($0.loop, $0.peer) < ($1.loop, $1.peer) } }

    func contains(_ address: Address) -> Bool { seats[address] != nil }

    // MARK: Joining

    mutating func attach(_ join: JoinRequest, _ granted: JoinGranted) {
        let connection = join.connection ?? ConnectionKey("\(join.address) \(join.secret.text)")
        let seat = EdgeSeat(connection: connection, session: granted.session, offsets: granted.offsets, newest: join.id)
        insert(seat, at: join.address)
    }

    /// Takes a connection whose room this node has owned until now.
    mutating func adopt(_ request: ReopenRequest) {
        let seat = EdgeSeat(
            connection: request.connection, session: request.session, offsets: request.offsets,
            newest: request.answered)
        insert(seat, at: request.address)
    }

    private mutating func insert(_ seat: EdgeSeat, at address: Address) {
        remove(address)
        seats[address] = seat
        perLoop[address.loop] += 1
    }

    mutating func remove(_ address: Address) {
        guard let seat = seats.removeValue(forKey: address) else { return }
        perLoop[address.loop] -= 1
        unansweredBytes -= seat.unanswered.reduce(0) { $0 + $1.bytes }
    }

    // MARK: Requests

    /// Notes a request that needs an answer. Returns false while too many wait.
    mutating func note(_ item: UpItem, _ id: RequestID, bytes: Int, of address: Address) -> Bool {
        guard let seat = seats[address], seat.unanswered.count < EdgeSeats.unansweredItems,
            unansweredBytes + bytes <= EdgeSeats.unansweredBytes
        else { return false }
        seats[address]?.unanswered.append((id, item, bytes))
        if item.isRequest { seats[address]?.newest = max(id, seat.newest) }
        unansweredBytes += bytes
        return true
    }

    /// Notes an answer; nil is no answer. Returns false where the request has one already.
    mutating func answered(_ id: RequestID?, of address: Address) -> Bool {
        guard let id else { return true }
        guard let place = seats[address]?.unanswered.firstIndex(where: { $0.id == id }) else { return false }
        unansweredBytes -= seats[address]?.unanswered.remove(at: place).bytes ?? 0
        return true
    }

    /// Takes the requests of drags without an answer.
    mutating func takeDrags() -> [(address: Address, id: RequestID)] {
        var drags: [(address: Address, id: RequestID)] = []
        for address in addresses {
            for request in seats[address]?.unanswered ?? [] where request.item.isOfDrag {
                drags.append((address, request.id))
                _ = answered(request.id, of: address)
            }
        }
        return drags
    }

    mutating func setAwaitsSnapshot(_ address: Address, _ awaits: Bool) { seats[address]?.awaitsSnapshot = awaits }

    /// Notes that every connection gets a snapshot.
    mutating func restart() {
        for address in seats.keys { seats[address]?.awaitsSnapshot = false }
    }

    // MARK: Sending again

    /// The seats for another owner, or another link: each with its requests that have no answer.
    var again: [UpItem] {
        addresses.flatMap { address -> [UpItem] in
            guard let seat = seats[address] else { return [] }
            let request = ReopenRequest(
                address: address, connection: seat.connection, session: seat.session, offsets: seat.offsets,
                answered: seat.answered)
            let resync: [UpItem] = seat.awaitsSnapshot ? [.resync(address)] : []
            return [.reopen(request)] + seat.unanswered.map(\.item) + resync
        }
    }
}

extension UpItem {
    /// Whether it is a request of a member to the room, whose ids records know.
    fileprivate var isRequest: Bool {
        if case .request = self { return true }
        return false
    }

    fileprivate var isOfDrag: Bool {
        guard case .request(_, _, _, let request, _) = self else { return false }
        switch request {
        case .dragBegan, .dragMoved, .dragEnded, .dragCancelled, .stripMoved, .stripEnded: return true
        default: return false
        }
    }
}
