import PagingRoom

extension Replica {
    /// The fields that differ, for people.
    func difference(from other: Replica) -> String {
        let pairs = zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
        let texts = pairs.compactMap { mine, theirs in
            let (left, right) = ("\(mine.value)", "\(theirs.value)")
            return left == right ? nil : "\(mine.label ?? ""): \(left), not \(right)"
        }
        return texts.joined(separator: "; ")
    }
}
