import Support

/// The users of one worker that are part of the run now, by number, and when each of them has something to do.
///
/// A user that is woken too early costs less than an entry in the queue for every change: a deadline that moves back keeps
/// its earlier wake-up.
struct UserTable<User> {
    struct ScheduledUser {
        fileprivate(set) var user: User
        fileprivate var wakesAt: LoadTime?
    }

    typealias Slot = SlotMap<ScheduledUser>.Slot

    private var entries: SlotMap<ScheduledUser>
    private var queue = TimerQueue<LoadTime, Int>()
    private let share: LoadShare

    /// - Parameter userCount: users of all workers.
    init(userCount: Int, share: LoadShare) {
        entries = SlotMap(keyCount: userCount / share.workers + 1)
        self.share = share
    }

    var count: Int { entries.count }

    /// The numbers of all users in ascending order.
    var numbers: [Int] { entries.keys.map(number) }

    func slot(of number: Int) -> Slot? { entries.slot(of: number / share.workers) }

    func contains(_ slot: Slot) -> Bool { entries.contains(slot) }

    mutating func add(_ user: User, number: Int) -> Slot {
        entries.add(ScheduledUser(user: user), for: number / share.workers)
    }

    mutating func remove(_ slot: Slot) {
        entries.remove(slot)
    }

    subscript(slot: Slot) -> User {
        _read { yield entries[slot].user }
        _modify { yield &entries[slot].user }
    }

    /// When the first user is woken; this may be too early.
    var firstWakeUp: LoadTime? { queue.first }

    /// Wakes a user at `due` or earlier.
    mutating func wake(_ slot: Slot, by due: LoadTime) {
        if let known = entries[slot].wakesAt, known <= due { return }
        entries[slot].wakesAt = due
        queue.add(number(at: slot), at: due)
        dropOutdated()
    }

    /// The next user to be woken, and since when: those of the same moment in the order of their numbers.
    ///
    /// Outdated entries go even before their moment, so that the timer never wakes the process for one: a user that waits
    /// for replies leaves an entry behind with each of them, the time limit of the wait.
    mutating func takeWakeUp(at now: LoadTime) -> (slot: Slot, due: LoadTime)? {
        while let (number, moment) = queue.firstEntry {
            guard let slot = slot(of: number), entries[slot].wakesAt == moment else {
                queue.removeFirst()
                continue
            }
            guard moment <= now else { return nil }
            queue.removeFirst()
            entries[slot].wakesAt = nil
            return (slot, moment)
        }
        return nil
    }

    /// The number of a user.
    func number(at slot: Slot) -> Int { number(entries.key(at: slot)) }

    private func number(_ key: Int) -> Int { key * share.workers + share.worker }

    /// A deadline that moves forward leaves its old entry behind; once most entries are of that kind, they go.
    private mutating func dropOutdated() {
        guard queue.count > 8 * entries.count + 64 else { return }
        queue = TimerQueue(
            numbers.compactMap { number in
                slot(of: number).flatMap { entries[$0].wakesAt }.map { (number, $0) }
            })
    }
}
