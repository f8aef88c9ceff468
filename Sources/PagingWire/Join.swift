public import PagingRoom

/// The first message of a connection.
public struct Join: Hashable, Sendable {
    /// Which offsets the member wants: `frames` also during animations, `keyframes` only while dragging.
    public enum Offsets: String, Hashable, Sendable, CaseIterable {
        case frames
        case keyframes
        case none
    }

    /// The last event a client has seen.
    public struct Since: Hashable, Sendable {
        public var epoch: Epoch
        public var sequence: Sequence

        public init(epoch: Epoch, sequence: Sequence) {
            self.epoch = epoch
            self.sequence = sequence
        }
    }

    public var name: String?
    public var role: Role
    public var token: String?
    public var offsets: Offsets
    public var since: Since?
    /// From an earlier welcome; takes the same member back.
    public var session: Session?

    public init(
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
