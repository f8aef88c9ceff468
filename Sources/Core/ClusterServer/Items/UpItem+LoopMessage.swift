import PagingEngine
import PagingRoom
import PagingServer

extension UpItem {
    /// The connection that it is about; nil where it is about all.
    var address: Address? {
        switch self {
        case .requestJoin(let request): request.address
        case .reopen(let request): request.address
        case .request(_, let address, _, _, _), .sideRequest(_, let address, _, _), .left(_, let address, _),
            .withdrawn(let address), .resync(let address), .audienceRequest(let address, _, _):
            address
        case .drawn, .reopened, .tally, .wantsNumbers, .void: nil
        }
    }

    /// The message to the home of the room, which knows the connection as `address`. Nil for what is not for a home.
    func message(in room: String, from address: Address) -> LoopMessage? {
        switch self {
        case .requestJoin(var request):
            request.address = address
            return .requestJoin(room: room, request)
        case .reopen(var request):
            request.address = address
            return .reopen(room: room, request)
        case .withdrawn: return .withdrawn(room: room, address)
        case .request(let member, _, let id, let request, let token):
            return .request(room: room, member, address, id, request, token)
        case .sideRequest(let member, _, let id, let request):
            return .sideRequest(room: room, member, address, id, request)
        case .left(let member, _, let politely): return .left(room: room, member, address, politely: politely)
        case .drawn(let drawn): return .drawn(room: room, drawn)
        case .resync: return .resync(room: room, address)
        case .audienceRequest(_, let id, let request): return .audienceRequest(room: room, address, id, request)
        case .wantsNumbers: return .audience(room: room, .wantsNumbers)
        case .void(let credentials): return .audience(room: room, .void(credentials))
        // The room gets the tally of all edges.
        case .reopened, .tally: return nil
        }
    }
}
