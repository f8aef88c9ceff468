import Scripting

/// Who stands at which barrier of a worker, and who is still to come.
///
/// Expected is everybody whose steps have the barrier and who has not come to their end: users of a fixed number from the
/// beginning, those who come by chance once they are there. One worker alone opens its barriers itself; of several each
/// tells how many stand, and opens when it is told to.
struct Barriers: Sendable {
    private let names: [Set<String>]
    private let isOpen: [Bool]
    private let isShared: Bool
    private var expected: [String: Int] = [:]
    private var standing: [String: Set<Int>] = [:]
    /// How often each has opened.
    private var rounds: [String: Int] = [:]
    /// Barriers at which something has changed since it was last looked whether they open.
    private var changed: Set<String> = []

    init(plan: LoadPlan, actors: [Script.Actor], share: LoadShare) {
        names = actors.map(\.barriers)
        isOpen = actors.map { if case .open = $0.population { true } else { false } }
        isShared = share.workers > 1
        for actor in actors.indices where !isOpen[actor] {
            let crowd = plan.crowds[actor]
            let mine = (0..<crowd.count).count { share.contains(user: crowd.firstUser + $0) }
            for name in names[actor] { expected[name, default: 0] += mine }
        }
        // A worker that expects nobody says so, too: the others wait for its word.
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
            standing[old]?.remove(user)
            if isShared { changed.insert(old) }
        }
        guard let new else { return }
        standing[new, default: []].insert(user)
        changed.insert(new)
    }

    /// The users of a barrier that opens now, by number; nil when none does.
    mutating func takeOpen() -> [Int]? {
        guard !isShared else { return nil }
        for name in changed.sorted() {
            changed.remove(name)
            guard let users = standing[name], !users.isEmpty, users.count >= expected[name] ?? 0 else { continue }
            return open(name)
        }
        return nil
    }

    /// What has changed since the last question, for those who bring the workers together.
    mutating func takeStandings() -> [BarrierStanding] {
        guard isShared, !changed.isEmpty else { return [] }
        defer { changed = [] }
        return changed.sorted().map { name in
            BarrierStanding(
                name: name, round: rounds[name] ?? 0, standing: standing[name]?.count ?? 0,
                expected: expected[name] ?? 0)
        }
    }

    /// Opens a barrier: the users who stood there, by number.
    mutating func open(_ name: String) -> [Int] {
        let users = standing[name] ?? []
        standing[name] = []
        rounds[name, default: 0] += 1
        if isShared { changed.insert(name) }
        return users.sorted()
    }
}
