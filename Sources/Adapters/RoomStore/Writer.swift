import FoundationEssentials
import Platform

/// Writer thread of a store: takes all waiting writes, commits them, reports the commit, and repeats.
///
/// Writes that are added during a commit go into the next one, so groups grow when the disk is slow. With a fast disk
/// a group collects writes for a few milliseconds; otherwise the thread would wake for nearly every write.
final class Writer: Sendable {
    private let backend: any StoreBackend
    private let backlog: Locked<Backlog>
    private let limits: StoreLimits
    private let report: @Sendable (StoreEvent) -> Void

    init(
        backend: any StoreBackend, backlog: Locked<Backlog>, limits: StoreLimits,
        report: @escaping @Sendable (StoreEvent) -> Void
    ) {
        self.backend = backend
        self.backlog = backlog
        self.limits = limits
        self.report = report
    }

    func begin() {
        NamedThread.start("store") { [self] in run() }
    }

    private func run() {
        var unsaved: RoomStoreError?
        var readyAt = MonotonicClock.milliseconds
        while unsaved == nil {
            let group = nextGroup(at: readyAt)
            if let ended = backlog.withLock({ $0.ended }) { failed(ended) }
            guard !group.isEmpty else {
                guard backlog.withLock({ $0.phase == .open || !$0.waiting.isEmpty }) else { break }
                continue
            }
            readyAt = MonotonicClock.milliseconds + limits.commitIntervalMilliseconds
            unsaved = write(group)
        }
        // Closing merges SQLite's log into the file. If that fails, the log stays and is read at the next start.
        try? backend.close()
        backlog.change { $0.phase = .closed(unsaved: unsaved) }
    }

    /// Sleeps until writes wait, and until `ready`, in milliseconds, unless the store is closing. Returns no writes
    /// when none wait and the store is closing or has ended.
    private func nextGroup(at ready: Int64) -> [StoreWrite] {
        _ = backlog.wait { backlog -> Void? in
            guard backlog.waiting.isEmpty, backlog.phase == .open, !backlog.mustReportEnd else { return () }
            backlog.isAwaited = true
            return nil
        }
        let pauseMilliseconds = ready - MonotonicClock.milliseconds
        if pauseMilliseconds > 0 {
            _ = backlog.wait(milliseconds: pauseMilliseconds) { $0.phase == .closing ? true : nil }
        }
        return backlog.withLock { $0.take() }
    }

    /// Commits `group` and retries without a time limit. Stops only when the store is closing and one more attempt has
    /// failed; then returns the error.
    private func write(_ group: [StoreWrite]) -> RoomStoreError? {
        var pauseMilliseconds = limits.retryMinimumMilliseconds
        var rest = group[...]
        while !rest.isEmpty {
            let isLast = backlog.withLock { $0.phase == .closing }
            let start = MonotonicClock.milliseconds
            do {
                let now = Int64(Date().timeIntervalSince1970)
                let count = try backend.commit(rest, now: now)
                rest = rest.dropFirst(count)
                succeeded(count, at: now, milliseconds: MonotonicClock.milliseconds - start)
                pauseMilliseconds = limits.retryMinimumMilliseconds
                continue
            } catch {
                let trouble = StoreTrouble(error)
                failed(trouble)
                if isLast { return .unsaved(writes: backlog.withLock { $0.lag(now: start).writes }, trouble) }
            }
            _ = backlog.wait(milliseconds: pauseMilliseconds) { $0.phase == .closing ? true : nil }
            pauseMilliseconds = min(2 * pauseMilliseconds, limits.retryMaximumMilliseconds)
        }
        return nil
    }

    private func failed(_ trouble: StoreTrouble) {
        let isNew = backlog.withLock { backlog in
            defer { backlog.trouble = trouble }
            return backlog.trouble != trouble
        }
        if isNew { report(.failing(trouble)) }
    }

    private func succeeded(_ count: Int, at now: Int64, milliseconds: Int64) {
        let (hasRecovered, position) = backlog.change { backlog in
            let hadTrouble = backlog.trouble != nil
            backlog.committed(count, at: now)
            return (hadTrouble, backlog.safePosition)
        }
        if hasRecovered { report(.recovered) }
        report(.committed(StoreCommit(position: position, writes: count, milliseconds: milliseconds)))
    }
}
