package import PagingEngine
package import PagingRoom

/// One object from a client (protocol.md §2).
package enum ClientMessage: Hashable, Sendable {
    case join(RequestID, Join)
    /// Something for the room; only `dragMoved` and `stripMoved` come without an id. `grant` is the number of the baton
    /// under which the sender believes to move the pager.
    case request(RequestID?, Request, grant: FencingToken? = nil)
    /// Asks for pages outside the window; at most 32.
    case pages(RequestID, from: PageIndex, count: Int)
    /// "I show this": the last event the client has, and its digest, after coming to rest.
    case drawn(Sequence, Digest)
    case ping(RequestID)
    case leave(RequestID)
}

extension ClientMessage {
    /// The number its answer repeats; nil where none is due.
    package var id: RequestID? {
        switch self {
        case .join(let id, _), .pages(let id, _, _), .ping(let id), .leave(let id): id
        case .request(let id, _, _): id
        case .drawn: nil
        }
    }
}
