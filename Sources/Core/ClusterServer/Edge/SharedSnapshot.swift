import ClusterTraffic
import PagingEngine
import PagingRoom
import PagingServer

/// A snapshot of the owner with which all newcomers of an edge begin, and the connections that wait for a newer one.
struct SharedSnapshot: Sendable {
    struct CachedSnapshot: Sendable {
        let epoch: RoomEpoch
        let change: EpochChange
        /// Offsets of the edge when it arrived.
        let offsets: Int
    }

    private static let askMilliseconds: Int64 = 500
    /// Events behind a snapshot with which newcomers begin; after more they get a newer one.
    private static let eventsBehind: Int64 = 64

    private var cached: CachedSnapshot?
    /// Snapshots so far, and for each connection that wants one how many there were then.
    private var count = 0
    private var resyncs: [Address: Int] = [:]
    private var askedAt: Instant?
    /// Whether a newer snapshot than the present one is wanted.
    private var isWanted = false

    mutating func take(_ change: EpochChange, of epoch: RoomEpoch, offsets: Int) {
        if let cached, cached.epoch == epoch, cached.change.sequence > change.sequence { return }
        cached = CachedSnapshot(epoch: epoch, change: change, offsets: offsets)
        count += 1
    }

    /// The snapshot, if `history` has all events after it and they are few.
    func usable(in history: EdgeHistory) -> CachedSnapshot? {
        guard let cached, cached.epoch == history.epoch, history.reaches(back: cached.change.sequence),
            history.last.number - cached.change.sequence.number <= SharedSnapshot.eventsBehind
        else { return nil }
        return cached
    }

    // MARK: Connections that wait

    mutating func want(for address: Address) { resyncs[address] = count }

    mutating func remove(_ address: Address) { resyncs[address] = nil }

    /// Every connection has got a snapshot.
    mutating func restart() { resyncs = [:] }

    /// Takes the connections that get the snapshot now.
    mutating func takeServed(in history: EdgeHistory) -> (addresses: [Address], change: EpochChange)? {
        guard !resyncs.isEmpty else { return nil }
        let served = resyncs.filter { $0.value < count }.map(\.key)
        guard !served.isEmpty, let change = usable(in: history)?.change else {
            isWanted = true
            return nil
        }
        for address in served { resyncs[address] = nil }
        if !resyncs.isEmpty { isWanted = true }
        return (served.sorted { ($0.loop, $0.peer) < ($1.loop, $1.peer) }, change)
    }

    // MARK: Questions

    mutating func want() { isWanted = true }

    /// Another owner, or link, has not been asked.
    mutating func forgetQuestion() { askedAt = nil }

    /// Whether to ask the owner now.
    mutating func takeQuestion(at now: Instant) -> Bool {
        guard isWanted, askAt.map({ $0 <= now }) ?? true else { return false }
        isWanted = false
        askedAt = now
        return true
    }

    /// The time of the next question, if one is wanted then.
    var askAt: Instant? { askedAt?.advanced(byMilliseconds: SharedSnapshot.askMilliseconds) }

    var hasResyncs: Bool { !resyncs.isEmpty }
}
