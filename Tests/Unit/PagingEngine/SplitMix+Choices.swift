import PagingEngine

/// Random choices for these tests.
extension SplitMix {
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    mutating func within(_ bound: Int64) -> Int64 { Int64(next() % UInt64(2 * bound + 1)) - bound }
}
