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

/// The first message of a connection.
package struct Join: Hashable, Sendable {
    /// Which offsets the member wants: `frames` also during animations, `keyframes` only while dragging.
    package enum Offsets: String, Hashable, Sendable, CaseIterable {
        case frames
        case keyframes
        case none
    }

    /// The last event a client has seen.
    package struct Since: Hashable, Sendable {
        package var epoch: Epoch
        package var sequence: Sequence

        package init(epoch: Epoch, sequence: Sequence) {
            self.epoch = epoch
            self.sequence = sequence
        }
    }

    package var name: String?
    package var role: Role
    package var token: String?
    package var offsets: Offsets
    package var since: Since?
    /// From an earlier welcome; takes the same member back.
    package var session: Session?

    package init(
        name: String? = nil, role: Role = .viewer, token: String? = nil, offsets: Offsets = .keyframes,
        since: Since? = nil, session: Session? = nil
    ) {
        self.name = name
        self.role = role
        self.token = token
        self.offsets = offsets
        self.since = since
        self.session = session
    }
}
