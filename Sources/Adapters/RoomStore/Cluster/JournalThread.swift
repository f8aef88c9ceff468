import FoundationEssentials
import Platform

/// Thread of the connection that carries statements about rooms, and records in batches: one at a time is in flight.
final class JournalThread: Sendable {
    /// Times of the next steps, in milliseconds.
    private struct Pace {
        /// Time of the next batch.
        var writeAt = MonotonicClock.milliseconds
        /// From a refused batch to its next attempt.
        var retry: Int64
        /// Time of the next attempt to connect.
        var connectAt = MonotonicClock.milliseconds
        /// Whether the last attempt to write has failed.
        var hasFailed = false
    }

    private let address: PostgresAddress
    private let limits: StoreLimits
    private let troubles: StoreTroubles
    private let report: @Sendable (ClusterStoreEvent) -> Void
    private let queue: Locked<JournalQueue>

    init(
        _ address: PostgresAddress, limits: StoreLimits, _ troubles: StoreTroubles,
        report: @escaping @Sendable (ClusterStoreEvent) -> Void
    ) {
        (self.address, self.limits, self.troubles, self.report) = (address, limits, troubles, report)
        queue = Locked(JournalQueue(limitBytes: limits.backlogBytes))
    }

    func start() {
        NamedThread.start("store journal") { [self] in run() }
    }

    // MARK: Callers

    func execute(_ statement: QueuedStatement<NodeRooms>) {
        do throws(RoomStoreError) {
            try add { queue throws(RoomStoreError) in try queue.add(statement) }
        } catch {
            statement.abandon()
        }
    }

    func append(_ write: JournalWrite) throws(RoomStoreError) {
        let trouble = troubles.first
        try add { queue throws(RoomStoreError) in try queue.add(write, trouble: trouble) }
    }

    func remove(_ removal: JournalQueue.Removal) throws(RoomStoreError) {
        try add { queue throws(RoomStoreError) in try queue.add(removal) }
    }

    /// Adds work, and wakes the thread after the lock is free if it waits for that: a statement, or any work while there is
    /// none.
    private func add(_ body: (inout JournalQueue) throws(RoomStoreError) -> Void) throws(RoomStoreError) {
        let isAwaited = try queue.withLock { queue throws(RoomStoreError) in
            try body(&queue)
            return queue.takeAwaited() || queue.hasStatement
        }
        if isAwaited { queue.wake() }
    }

    var lag: StoreLag {
        let now = MonotonicClock.milliseconds
        return queue.withLock { $0.lag(now: now) }
    }

    var lastCommit: Int64? { queue.withLock { $0.lastCommit } }

    /// Returns whether all rooms to remove are removed within this time.
    func waitForRemovals(milliseconds: Int64) -> Bool {
        queue.wait(milliseconds: milliseconds) { $0.removals.isEmpty ? () : nil } != nil
    }

    /// Does what waits, with one attempt for each batch, then ends the thread.
    func close() { queue.change { if $0.phase == .open { $0.phase = .closing } } }

    /// Waits for the end of the thread. Returns an error when records were dropped.
    func waitForEnd() -> RoomStoreError? {
        let unsaved: RoomStoreError?? = queue.wait { queue in
            guard case .closed(let unsaved) = queue.phase else { return nil }
            return .some(unsaved)
        }
        return unsaved ?? nil
    }

    // MARK: Thread

    private func run() {
        let rooms = NodeRooms(address, report: report)
        var pace = Pace(retry: limits.retryMinimumMilliseconds)
        steps: while true {
            switch next(rooms, pace) {
            case .statement(let statement): execute(statement, on: rooms, &pace)
            case .write:
                write(rooms, &pace)
                if pace.hasFailed, queue.withLock({ $0.phase == .closing && !$0.hasStatement }) { break steps }
            case .end: break steps
            }
        }
        let left = lag.writes
        let trouble = troubles.first ?? .disconnected
        queue.change { $0.phase = .closed(unsaved: left > 0 ? .unsaved(writes: left, trouble) : nil) }
    }

    /// Waits for work. Records that come during the pause after a batch share the next one; statements do not wait.
    private func next(_ rooms: NodeRooms, _ pace: Pace) -> JournalQueue.Step {
        while true {
            let (canWrite, isAppending) = (!rooms.mustRefence, rooms.isAppending)
            let step = queue.wait { $0.next(canWrite: canWrite, isAppending: isAppending) }
            let pause = pace.writeAt - MonotonicClock.milliseconds
            guard case .write = step, pause > 0, queue.withLock({ $0.phase == .open }) else { return step ?? .end }
            let isInterrupted: Void? = queue.wait(milliseconds: pause) {
                $0.hasStatement || $0.phase != .open ? () : nil
            }
            if isInterrupted == nil { return .write }
        }
    }

    private func execute(_ statement: QueuedStatement<NodeRooms>, on rooms: NodeRooms, _ pace: inout Pace) {
        if !rooms.isConnected {
            let pause = max(0, pace.connectAt - MonotonicClock.milliseconds)
            _ = queue.wait(milliseconds: pause) { $0.phase == .open ? nil : () }
        }
        do throws(PostgresError) {
            // A room that is removed and created again must be removed first.
            try remove(rooms)
            try statement.execute(rooms)
            troubles.note(nil, of: .rooms)
            if !rooms.mustRefence, !rooms.isAppending {
                let isIdle = queue.change { queue in
                    queue.finish()
                    return !queue.hasWrites
                }
                if isIdle { troubles.note(nil, of: .appends) }
            }
        } catch {
            if case .unknown = error { disconnect(rooms, &pace) }
            troubles.note(StoreTrouble(error), of: .rooms)
            statement.abandon()
        }
    }

    /// Carries out the removals, and sends the next batch, or again the one whose outcome is open.
    private func write(_ rooms: NodeRooms, _ pace: inout Pace) {
        pace.writeAt = MonotonicClock.milliseconds + limits.commitIntervalMilliseconds
        do throws(PostgresError) {
            try remove(rooms)
            if !rooms.isAppending { rooms.beginBatch { add in queue.withLock { $0.take(add) } } }
            let events = try rooms.append()
            let now = Int64(Date().timeIntervalSince1970)
            // First, so that one who waits for space finds it.
            queue.withLock { $0.finish(at: now) }
            troubles.note(nil, of: .appends)
            events.forEach(report)
            (pace.retry, pace.hasFailed) = (limits.retryMinimumMilliseconds, false)
        } catch {
            pace.hasFailed = true
            troubles.note(StoreTrouble(error), of: .appends)
            switch error {
            case .unknown:
                disconnect(rooms, &pace)
                report(.journalLost)
            case .refused:
                pace.writeAt = MonotonicClock.milliseconds + pace.retry
                pace.retry = min(2 * pace.retry, limits.retryMaximumMilliseconds)
            }
            return
        }
        compact(rooms, &pace)
    }

    private func remove(_ rooms: NodeRooms) throws(PostgresError) {
        while let removal = queue.withLock({ $0.removals.first }) {
            try rooms.remove(removal.room, epoch: removal.epoch)
            queue.change { $0.removed() }
        }
    }

    /// Deletes what whole records replace. Its failure costs space until the next whole record only.
    private func compact(_ rooms: NodeRooms, _ pace: inout Pace) {
        do throws(PostgresError) {
            try rooms.compact()
        } catch {
            guard case .unknown = error else { return }
            disconnect(rooms, &pace)
            report(.journalLost)
        }
    }

    private func disconnect(_ rooms: NodeRooms, _ pace: inout Pace) {
        rooms.disconnect()
        pace.connectAt = MonotonicClock.milliseconds + Int64.random(in: limits.reconnectMilliseconds)
    }
}
