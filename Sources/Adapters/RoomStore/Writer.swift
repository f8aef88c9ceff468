import Foundation
import Platform

/// The one thread that writes: takes everything that waits, commits it, tells, and starts again.
///
/// Everything handed in while a commit runs goes into the next one, so the slower the disk, the larger the groups; a
/// fast disk is given a few milliseconds' worth at a time, or a thread would wake for nearly every write.
final class Writer: Sendable {
    private let file: StoreFile
    private let backlog: Locked<Backlog>
    private let limits: StoreLimits
    private let tell: @Sendable (StoreEvent) -> Void

    init(
        file: StoreFile, backlog: Locked<Backlog>, limits: StoreLimits, tell: @escaping @Sendable (StoreEvent) -> Void
    ) {
        self.file = file
        self.backlog = backlog
        self.limits = limits
        self.tell = tell
    }

    func begin() {
        let thread = Thread { [self] in run() }
        thread.name = "store"
        thread.start()
    }

    private func run() {
        var unsaved: RoomStoreError?
        var readyAt = MonotonicClock.milliseconds
        while unsaved == nil {
            let group = nextGroup(at: readyAt)
            guard !group.isEmpty else { break }
            readyAt = MonotonicClock.milliseconds + limits.commitIntervalMilliseconds
            unsaved = write(group)
        }
        // Closing folds the log into the file. If that fails the log stays and is read at the next start.
        try? file.close()
        backlog.change { $0.phase = .closed(unsaved: unsaved) }
    }

    /// Sleeps until there is something to write, but not before `ready`, in milliseconds, unless the store is being
    /// closed; nothing, once it is and nothing waits.
    private func nextGroup(at ready: Int64) -> [StoreWrite] {
        _ = backlog.wait { backlog -> Void? in
            guard backlog.waiting.isEmpty, backlog.phase == .open else { return () }
            backlog.isAwaited = true
            return nil
        }
        let pauseMilliseconds = ready - MonotonicClock.milliseconds
        if pauseMilliseconds > 0 {
            _ = backlog.wait(milliseconds: pauseMilliseconds) { $0.phase == .closing ? true : nil }
        }
        return backlog.withLock { $0.take() }
    }

    /// Commits `group`, however long it takes; gives up only when the store is closed and one more attempt failed.
    private func write(_ group: [StoreWrite]) -> RoomStoreError? {
        var pauseMilliseconds = limits.retryMinimumMilliseconds
        while true {
            let isLast = backlog.withLock { $0.phase == .closing }
            let start = MonotonicClock.milliseconds
            do {
                try file.commit(group)
                succeeded(group, milliseconds: MonotonicClock.milliseconds - start)
                return nil
            } catch {
                let trouble = StoreTrouble(error)
                failed(trouble)
                if isLast { return .unsaved(writes: backlog.withLock { $0.lag(now: start).writes }, trouble) }
            }
            _ = backlog.wait(milliseconds: pauseMilliseconds) { $0.phase == .closing ? true : nil }
            pauseMilliseconds = min(2 * pauseMilliseconds, limits.retryMaximumMilliseconds)
        }
    }

    private func failed(_ trouble: StoreTrouble) {
        let isNews = backlog.withLock { backlog in
            defer { backlog.trouble = trouble }
            return backlog.trouble != trouble
        }
        if isNews { tell(.failing(trouble)) }
    }

    private func succeeded(_ group: [StoreWrite], milliseconds: Int64) {
        let (hasRecovered, position) = backlog.withLock { backlog in
            let hadTrouble = backlog.trouble != nil
            backlog.committed()
            return (hadTrouble, backlog.safePosition)
        }
        if hasRecovered { tell(.recovered) }
        tell(.committed(StoreCommit(position: position, writes: group.count, milliseconds: milliseconds)))
    }
}
