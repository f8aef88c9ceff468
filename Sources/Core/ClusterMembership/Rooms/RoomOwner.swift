import ClusterTraffic

/// One room at the node that owns it, or tries to.
///
/// looking → claiming or creating → loading → speaking ⇄ holding → handing. A room that is absent has no value.
struct RoomOwner: Hashable, Sendable {
    enum Stage: Hashable {
        /// The row is to be read.
        case looking
        /// The row had this epoch.
        case claiming(read: UInt64)
        /// There was no row.
        case creating
        case loading
        case speaking
        /// Owned, but without a confirmed lease or journal.
        case holding
        /// Nothing is said after the statement was sent.
        case handing(to: NodeID)
    }

    private(set) var stage = Stage.looking
    /// The numbers of this ownership, from `loading` on.
    private(set) var owned: OwnedRoom?
    /// The highest epoch that anybody told of the room.
    private(set) var known: UInt64 = 0
    /// Whether the claim, the creation or the hand-over is in flight, or its outcome is unknown.
    private(set) var isSent = false
    /// Whether the room is to be created if it does not exist.
    private(set) var mayCreate = false
    /// Whether a row could not be added: there are too many, or it exists meanwhile.
    private(set) var isRefused = false
    /// Whether the journal was read.
    private var isLoaded = false

    /// The numbers, while members are told something or will be.
    var home: OwnedRoom? { isLoaded ? owned : nil }

    mutating func note(known epoch: UInt64, mayCreate: Bool) {
        known = max(known, epoch)
        self.mayCreate = self.mayCreate || mayCreate
    }

    mutating func claim(read: UInt64) {
        stage = .claiming(read: read)
        isSent = false
    }

    mutating func create() {
        stage = .creating
        isSent = false
    }

    /// Looks whether the row that could not be added exists.
    mutating func refuse() {
        isRefused = true
        look()
    }

    /// Notes that the statement of this stage was sent.
    mutating func sent() { isSent = true }

    mutating func own(_ room: OwnedRoom) {
        owned = room
        stage = .loading
        isSent = false
    }

    /// Looks at the row again: the claim found another one than was read.
    mutating func look() {
        stage = .looking
        isSent = false
    }

    mutating func loaded() {
        isLoaded = true
        stage = .holding
    }

    /// Speaks or holds. Returns whether that is a change.
    mutating func speak(_ maySpeak: Bool) -> Bool {
        guard stage == (maySpeak ? .holding : .speaking) else { return false }
        stage = maySpeak ? .speaking : .holding
        return true
    }

    /// Begins to hand the room over. Returns false while it is not at rest here.
    mutating func handOver(to node: NodeID) -> Bool {
        guard stage == .speaking || stage == .holding else { return false }
        stage = .handing(to: node)
        isSent = false
        return true
    }

    /// Takes a new fence. A hand-over whose outcome was unknown did not take effect, and never will.
    mutating func refence(_ room: OwnedRoom) {
        owned = room
        if case .handing = stage { stage = .holding }
        isSent = false
    }
}
