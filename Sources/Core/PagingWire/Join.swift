package import PagingRoom

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
