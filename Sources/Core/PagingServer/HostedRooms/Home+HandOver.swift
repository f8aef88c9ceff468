import PagingEngine
import PagingRoom

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
