import PagingEngine

/// Random choices for these tests.
extension SplitMix {
    mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    mutating func flag() -> Bool { next() & 1 == 0 }

    /// True once in so many.
    mutating func rarely(_ times: UInt64) -> Bool { next() % times == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }
}
