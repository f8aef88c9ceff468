extension Script.Actor {
    /// The longest its steps can take while its connection holds, in milliseconds; at most a thousand years.
    package var longestMilliseconds: Int64 {
        let arrival = joinsExplicitly ? 0 : ScriptRunner.arrivalMilliseconds
        return Step.sum([arrival] + steps.map { $0.action.spec.longestMilliseconds($0.action) })
    }
}

extension Step {
    /// A thousand years.
    static let longest: Int64 = 1_000 * 365 * 86_400_000

    static func sum(_ times: [Int64]) -> Int64 { times.reduce(0) { min($0 + min($1, longest), longest) } }
}
