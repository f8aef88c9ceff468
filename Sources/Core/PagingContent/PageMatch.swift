/// Which page of an earlier text each page of a later one is.
///
/// Tried one after the other, each old page at most once: the same title and text, wherever it stands now; the same
/// title; the same text, its title changed; and as many rewritten pages as there were between the same neighbours.
struct PageMatch {
    /// For each new page the place of the old one it is, nil for one that has come.
    private(set) var places: [Int?]
    private let old: [Page]
    private let new: [Page]
    private var isTaken: [Bool]

    init(_ old: [Page], _ new: [Page]) {
        self.old = old
        self.new = new
        places = Array(repeating: nil, count: new.count)
        isTaken = Array(repeating: false, count: old.count)
        match { [$0.title, $0.body] }
        match { $0.title.isEmpty ? nil : [$0.title] }
        match { $0.body.isEmpty ? nil : [$0.body] }
        matchBetweenNeighbours()
    }

    /// Takes pages of one key for the same, in their order; nil is no key.
    private mutating func match(by key: (Page) -> [String]?) {
        var candidates: [[String]: [Int]] = [:]
        for place in old.indices.reversed() where !isTaken[place] {
            if let key = key(old[place]) { candidates[key, default: []].append(place) }
        }
        for place in new.indices where places[place] == nil {
            guard let key = key(new[place]), let found = candidates[key]?.popLast() else { continue }
            take(found, for: place)
        }
    }

    private mutating func matchBetweenNeighbours() {
        var start = 0
        while start < new.count {
            guard places[start] == nil else {
                start += 1
                continue
            }
            let end = places[start...].firstIndex { $0 != nil } ?? new.count
            let before = start == 0 ? -1 : places[start - 1] ?? -1
            let after = end == new.count ? old.count : places[end] ?? old.count
            let gone = before < after ? (before + 1..<after).filter { !isTaken[$0] } : []
            if gone.count == end - start {
                for (place, found) in zip(start..<end, gone) { take(found, for: place) }
            }
            start = end
        }
    }

    private mutating func take(_ found: Int, for place: Int) {
        places[place] = found
        isTaken[found] = true
    }
}
