import PagingEngine
import PagingRoom
import PagingWire

extension Home {
    /// Whether a hand-over waits for the end of a drag.
    var isDraggedBeforeHandOver: Bool { tenure.waitsForRest == true && room.pager.phase.name == .dragging }

    /// Whether the pager moves, so that a hand-over would cut the movement off.
    var isMoving: Bool {
        switch room.pager.phase.name {
        case .empty, .idle: false
        case .dragging, .settling: true
        }
    }

    /// Ends all connections and the joins that wait on the first `loops` loops, and those whose end waits; the home is about
    /// to be forgotten.
    func dismissAll(below loops: Int = .max, _ code: CloseCode, _ reason: String, into output: inout LoopOutput) {
        for address in joins.addresses + (gate?.ending ?? []) where address.loop < loops {
            output.dismiss(address, code, reason)
        }
    }

    /// Whether the session has joined over a connection that was opened later. The client has left this one then.
    func isOvertaken(_ request: JoinRequest) -> Bool {
        guard let openedAt = request.openedAt, let known = room.member(of: request.join.session ?? request.secret)
        else { return false }
        return joins.address(of: known) != request.address && joins.isConnected(known, after: openedAt)
    }

    /// The connections on the first `loops` loops, as the next owner opens them again. All their requests are answered.
    func seats(below loops: Int) -> [ReopenRequest] {
        connections.onLoops(below: loops).compactMap { member, address, offsets in
            room.connection(of: member).map {
                ReopenRequest(
                    address: address, connection: $0.key, session: $0.session, offsets: offsets, answered: $0.newest)
            }
        }
    }
}
