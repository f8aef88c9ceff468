import PagingEngine
import PagingRoom
import PagingServer

/// The requests of an edge's connections for files. Few at a time go to the owner: the link that carries their answers also
/// carries all others, and ends when too many bytes wait in it.
///
/// The owner answers each request once, also when its connection is gone by then. Only the answer, or another link, makes place for
/// the next request: otherwise a crowd that comes and goes would fill the link.
struct EdgeFileRequests: Sendable {
    private struct FileRequest: Hashable {
        let address: Address
        let id: RequestID
    }

    /// Requests that wait for the owner's answers: half of what a link takes at once, with files of the largest size.
    static let underWayLimit = 4

    /// By the order in which they came. Requests of connections that are gone leave gaps.
    private var waiting: [UInt64: (request: FileRequest, item: UpItem)] = [:]
    /// The places in `waiting` of each connection.
    private var places: [Address: Set<UInt64>] = [:]
    private var firstPlace: UInt64 = 0
    private var endPlace: UInt64 = 0
    /// A few. A connection may use an id for several requests.
    private var underWay: [FileRequest] = []

    var waitingCount: Int { waiting.count }

    /// Adds a request if it is one for a file; false for any other.
    mutating func add(_ item: UpItem) -> Bool {
        guard case .sideRequest(_, let address, let id, .asset) = item else { return false }
        waiting[endPlace] = (FileRequest(address: address, id: id), item)
        places[address, default: []].insert(endPlace)
        endPlace += 1
        return true
    }

    /// Takes the next request for the owner, unless too many wait for its answers.
    mutating func next() -> UpItem? {
        guard underWay.count < EdgeFileRequests.underWayLimit else { return nil }
        while firstPlace < endPlace {
            defer { firstPlace += 1 }
            guard let (request, item) = waiting.removeValue(forKey: firstPlace) else { continue }
            places[request.address]?.remove(firstPlace)
            if places[request.address]?.isEmpty == true { places[request.address] = nil }
            underWay.append(request)
            return item
        }
        return nil
    }

    mutating func answered(_ id: RequestID, of address: Address) {
        guard let place = underWay.firstIndex(of: FileRequest(address: address, id: id)) else { return }
        underWay.remove(at: place)
    }

    /// Forgets what the owner was not asked for a connection that is gone.
    mutating func remove(_ address: Address) {
        for place in places.removeValue(forKey: address) ?? [] { waiting[place] = nil }
    }

    /// A link begins, on which `items` are sent again.
    mutating func restart(with items: [UpItem]) {
        underWay = items.compactMap { item in
            switch item {
            case .sideRequest(_, let address, let id, .asset), .audienceRequest(let address, let id, .asset):
                FileRequest(address: address, id: id)
            default: nil
            }
        }
    }

    /// Forgets what the owner was not asked: another epoch begins, in which clients ask again.
    mutating func removeWaiting() { (waiting, places, firstPlace) = ([:], [:], endPlace) }

    /// Takes what the owner was not asked.
    mutating func takeWaiting() -> [UpItem] {
        defer { removeWaiting() }
        return waiting.sorted { $0.key < $1.key }.map(\.value.item)
    }
}
