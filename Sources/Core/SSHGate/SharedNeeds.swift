/// Needs of sessions that share a connection: of each of them, and of all together.
package struct SharedNeeds<Session: Hashable, Item: Hashable> {
    private var items: [Session: [Item]] = [:]

    package init() {}

    /// Takes note of what a session needs, the nearest first. Returns what all of them need, each item once; nil where
    /// nothing has changed.
    package mutating func set(_ needed: [Item], for session: Session) -> [Item]? {
        guard items[session] != needed else { return nil }
        items[session] = needed
        var seen: Set<Item> = []
        return items.values.flatMap(\.self).filter { seen.insert($0).inserted }
    }

    package mutating func remove(_ session: Session) { items[session] = nil }
}
