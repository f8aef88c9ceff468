import PagingEngine

/// Random choices for these tests.
extension SplitMix {
    mutating func within(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }
}
