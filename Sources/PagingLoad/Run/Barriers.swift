import PagingScript

/// Who stands at which barrier of a worker, and who is still to come.
///
/// Expected is everybody whose steps have the barrier and who has not come to their end: users of a fixed number from the
/// beginning, those who come by chance once they are there.
struct Barriers: Sendable {
    private let names: [Set<String>]
    private let isOpen: [Bool]
    private var expected: [String: Int] = [:]
    private var standing: [String: Set<Int>] = [:]
    /// Barriers at which something has changed since it was last looked whether they open.
    private var changed: Set<String> = []

    init(plan: LoadPlan, actors: [Script.Actor]) {
        names = actors.map(\.barriers)
        isOpen = actors.map { if case .open = $0.population { true } else { false } }
        for actor in actors.indices where !isOpen[actor] {
            for name in names[actor] { expected[name, default: 0] += plan.crowds[actor].count }
        }
    }

    mutating func began(actor: Int) {
        guard isOpen[actor] else { return }
        for name in names[actor] { expected[name, default: 0] += 1 }
    }

    mutating func ended(actor: Int) {
        for name in names[actor] {
            expected[name, default: 0] -= 1
            changed.insert(name)
        }
    }

    mutating func moved(_ user: Int, from old: String?, to new: String?) {
        if let old { standing[old]?.remove(user) }
        guard let new else { return }
        standing[new, default: []].insert(user)
        changed.insert(new)
    }

    /// The users of a barrier that opens now, by number; nil when none does.
    mutating func takeOpen() -> [Int]? {
        for name in changed.sorted() {
            changed.remove(name)
            guard let users = standing[name], !users.isEmpty, users.count >= expected[name] ?? 0 else { continue }
            standing[name] = []
            return users.sorted()
        }
        return nil
    }
}
