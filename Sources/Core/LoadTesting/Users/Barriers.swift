import Scripting

/// Users of a worker that wait at a barrier or are still expected there.
///
/// A barrier expects every user whose steps contain it and are not done: users of a fixed population from the beginning,
/// those of an open one once they have begun. A single worker opens its barriers itself; each of several workers reports
/// how many wait, and opens a barrier when it is told to.
struct Barriers: Sendable {
    private let names: [Set<String>]
    private let isOpen: [Bool]
    private let isShared: Bool
    private var expected: [String: Int] = [:]
    private var waiting: [String: Set<Int>] = [:]
    /// How often each barrier has opened.
    private var rounds: [String: Int] = [:]
    /// Barriers that have changed since the last check or report.
    private var changed: Set<String> = []

    init(plan: LoadPlan, actors: [Script.Actor], share: LoadShare) {
        names = actors.map(\.barriers)
        isOpen = actors.map(\.population.isOpen)
        isShared = share.workers > 1
        for actor in actors.indices where !isOpen[actor] {
            let crowd = plan.crowds[actor]
            let mine = (0..<crowd.count).count { share.contains(user: crowd.firstUser + $0) }
            for name in names[actor] { expected[name, default: 0] += mine }
        }
        // A worker without expected users reports this, too: the others wait for its report.
        if isShared { changed = names.reduce(into: []) { $0.formUnion($1) } }
    }

    mutating func began(actor: Int) {
        guard isOpen[actor] else { return }
        for name in names[actor] {
            expected[name, default: 0] += 1
            if isShared { changed.insert(name) }
        }
    }

    mutating func ended(actor: Int) {
        for name in names[actor] {
            expected[name, default: 0] -= 1
            changed.insert(name)
        }
    }

    mutating func moved(_ user: Int, from old: String?, to new: String?) {
        if let old {
            waiting[old]?.remove(user)
            if isShared { changed.insert(old) }
        }
        guard let new else { return }
        waiting[new, default: []].insert(user)
        changed.insert(new)
    }

    /// Opens the next barrier that all expected users have reached: its users by number; nil when there is none.
    mutating func takeOpen() -> [Int]? {
        guard !isShared, !changed.isEmpty else { return nil }
        for name in changed.sorted() {
            changed.remove(name)
            guard let users = waiting[name], !users.isEmpty, users.count >= expected[name] ?? 0 else { continue }
            return open(name)
        }
        return nil
    }

    /// The barriers that have changed since the last call, for the `BarrierMeeting`.
    mutating func takeChanges() -> [BarrierState] {
        guard isShared, !changed.isEmpty else { return [] }
        defer { changed = [] }
        return changed.sorted().map { name in
            BarrierState(
                name: name, round: rounds[name] ?? 0, waiting: waiting[name]?.count ?? 0,
                expected: expected[name] ?? 0)
        }
    }

    /// Opens a barrier and returns the users that waited there, by number.
    mutating func open(_ name: String) -> [Int] {
        let users = waiting[name] ?? []
        waiting[name] = []
        rounds[name, default: 0] += 1
        if isShared { changed.insert(name) }
        return users.sorted()
    }
}
