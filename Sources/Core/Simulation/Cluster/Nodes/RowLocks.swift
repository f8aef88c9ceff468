/// Locks of rows: each has one holder, and others wait in the order in which they came.
struct RowLocks {
    private struct Claim {
        /// Keys that are not held yet, in order.
        var wanted: ArraySlice<String>
        var held: [String] = []
    }

    private var claims: [Int: Claim] = [:]
    private var holders: [String: Int] = [:]
    private var waiting: [String: [Int]] = [:]

    mutating func want(_ keys: [String], by holder: Int) {
        claims[holder] = Claim(wanted: keys[...])
    }

    /// Takes one key after the other. Returns false when one is held: the holder's `release` names those to try again.
    mutating func takeAll(for holder: Int) -> Bool {
        guard var claim = claims[holder] else { return false }
        defer { claims[holder] = claim }
        while let key = claim.wanted.first {
            guard holders[key] == nil else {
                if waiting[key]?.contains(holder) != true { waiting[key, default: []].append(holder) }
                return false
            }
            holders[key] = holder
            claim.held.append(key)
            claim.wanted.removeFirst()
        }
        return true
    }

    /// Gives all keys back. Returns those who may go on: the first of each key, who takes it now.
    mutating func release(by holder: Int) -> [Int] {
        guard let claim = claims.removeValue(forKey: holder) else { return [] }
        if let key = claim.wanted.first { waiting[key]?.removeAll { $0 == holder } }
        return claim.held.compactMap { key in
            holders[key] = nil
            guard let next = waiting[key]?.first else { return nil }
            waiting[key]?.removeFirst()
            return next
        }
    }
}
