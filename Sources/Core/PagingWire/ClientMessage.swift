package import PagingContent
package import PagingEngine
package import PagingRoom

/// One object from a client (Protocol/README.md).
package enum ClientMessage: Hashable, Sendable {
    case join(RequestID, Join)
    /// A request for the room; only `dragMoved` and `stripMoved` have no id. `grant` is the fencing token of the baton
    /// that the sender believes it holds.
    case request(RequestID?, Request, grant: FencingToken? = nil)
    /// Asks for pages outside the window; at most 32.
    case pages(RequestID, from: PageIndex, count: Int)
    /// Gives the room a file that its pages refer to; for presenters.
    case asset(RequestID, Asset)
    /// Asks for a file that pages refer to.
    case getAsset(RequestID, AssetName)
    /// Render acknowledgement after the pager has settled: the last event the client has applied, its digest, and whether
    /// its window is too small for the whole page.
    case drawn(Sequence, Digest, isCut: Bool = false)
    case ping(RequestID)
    case leave(RequestID)
}

extension ClientMessage {
    /// The id that the answer repeats; nil for messages without an answer.
    package var id: RequestID? {
        switch self {
        case .join(let id, _), .pages(let id, _, _), .asset(let id, _), .getAsset(let id, _), .ping(let id),
            .leave(let id):
            id
        case .request(let id, _, _): id
        case .drawn: nil
        }
    }
}

/// The first message of a connection.
package struct Join: Hashable, Sendable {
    /// Kind of offsets the member wants: `frames` also during animations, `keyframes` only while dragging.
    package enum Offsets: String, Hashable, Sendable, CaseIterable {
        case frames
        case keyframes
        case none
    }

    /// Last event that a client has applied.
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
    /// Session of an earlier welcome; the server resumes the same member.
    package var session: Session?
    /// Whether a snapshot on this connection may bring another epoch, which is the room's from then on.
    package var knowsEpochs: Bool

    package init(
        name: String? = nil, role: Role = .viewer, token: String? = nil, offsets: Offsets = .keyframes,
        since: Since? = nil, session: Session? = nil, knowsEpochs: Bool = false
    ) {
        self.name = name
        self.role = role
        self.token = token
        self.offsets = offsets
        self.since = since
        self.session = session
        self.knowsEpochs = knowsEpochs
    }
}
