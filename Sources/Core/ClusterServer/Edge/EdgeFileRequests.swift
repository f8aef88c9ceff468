import PagingEngine
import PagingRoom
import PagingServer

/// The requests of an edge's connections for files. Few at a time go to the owner: the link that carries their answers also
/// carries all others, and ends when too many bytes wait in it.
struct EdgeFileRequests: Sendable {
    private struct FileRequest: Hashable {
        let address: Address
        let id: RequestID
    }

    /// Requests that wait for the owner's answers: half of what a link takes at once, with files of the largest size.
    static let underWayLimit = 4

    private var waiting: [(request: FileRequest, item: UpItem)] = []
    private var underWay: Set<FileRequest> = []

    var waitingCount: Int { waiting.count }

    /// Adds a request if it is one for a file; false for any other.
    mutating func add(_ item: UpItem) -> Bool {
        guard case .sideRequest(_, let address, let id, .asset) = item else { return false }
        waiting.append((FileRequest(address: address, id: id), item))
        return true
    }

    /// Takes the next request for the owner, unless too many wait for its answers.
    mutating func next() -> UpItem? {
        guard underWay.count < EdgeFileRequests.underWayLimit, !waiting.isEmpty else { return nil }
        let (request, item) = waiting.removeFirst()
        underWay.insert(request)
        return item
    }

    mutating func answered(_ id: RequestID, of address: Address) {
        underWay.remove(FileRequest(address: address, id: id))
    }

    /// Forgets the requests of a connection that is gone.
    mutating func remove(_ address: Address) {
        waiting.removeAll { $0.request.address == address }
        underWay = underWay.filter { $0.address != address }
    }

    /// A link begins, on which `items` are sent again.
    mutating func restart(with items: [UpItem]) {
        underWay = Set(
            items.compactMap { item in
                switch item {
                case .sideRequest(_, let address, let id, .asset), .audienceRequest(let address, let id, .asset):
                    FileRequest(address: address, id: id)
                default: nil
                }
            })
    }

    /// Forgets what the owner was not asked: another epoch begins, in which clients ask again.
    mutating func removeWaiting() { waiting = [] }

    /// Takes what the owner was not asked.
    mutating func takeWaiting() -> [UpItem] {
        defer { waiting = [] }
        return waiting.map(\.item)
    }
}
