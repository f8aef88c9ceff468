extension Script.Actor {
    /// The longest its steps can take while its connection holds, in milliseconds; steps that go on for ever by any human
    /// measure take a thousand years.
    package var longestMilliseconds: Int64 {
        let arrival = joinsExplicitly ? 0 : ScriptRunner.arrivalMilliseconds
        return Step.sum([arrival] + steps.map(\.action.longestMilliseconds))
    }
}

extension Step {
    fileprivate static let longest: Int64 = 1_000 * 365 * 86_400_000

    fileprivate static func sum(_ times: [Int64]) -> Int64 { times.reduce(0) { min($0 + $1, longest) } }
}

extension Step.Action {
    fileprivate var longestMilliseconds: Int64 {
        switch self {
        case .join, .reconnect: return ScriptRunner.arrivalMilliseconds
        case .drag(let plan), .strip(let plan): return plan.samples.last?.afterMilliseconds ?? 0
        case .fling(let direction): return DragPlan.fling(direction).samples.last?.afterMilliseconds ?? 0
        case .think(let pause): return min(pause.milliseconds.upperBound, Step.longest)
        case .wait(let wait):
            guard case .time(let milliseconds) = wait.condition else { return wait.withinMilliseconds }
            return milliseconds
        case .expect(let expectation): return ScriptRunner.arrivalMilliseconds + expectation.withinMilliseconds
        case .repeat(let times, let every, let steps):
            let round = max(Step.sum(steps.map(\.action.longestMilliseconds)), every ?? 0)
            let (product, overflows) = round.multipliedReportingOverflow(by: Int64(times))
            return overflows ? Step.longest : min(product, Step.longest)
        case .release, .cancel, .step, .jump, .tap, .configure, .resize, .content, .control, .blank, .cut, .leave:
            return 0
        }
    }
}
