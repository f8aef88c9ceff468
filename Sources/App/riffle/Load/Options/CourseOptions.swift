import ArgumentParser

/// The options about the course of a run: its start that does not count, its early end, and trials of a search.
struct CourseOptions: ParsableArguments {
    @Option(
        help: "Start of the run, whole seconds such as 10s, that figures and thresholds leave out; charts show it.",
        transform: LoadArguments.time)
    var warmup: Milliseconds?

    @Option(
        help:
            "Ends the run as soon as one of the conditions of --threshold and --find-max does not hold, but not before this time such as 30s; 0s: at any time.",
        transform: LoadArguments.time)
    var abortAfter: Milliseconds?

    @Option(
        help:
            "With --find-max: trials of the largest number that holds and of the smallest that does not, each with another seed; all must hold. By default 2.",
        transform: LoadArguments.number)
    var trials: Int?

    @Option(
        help:
            "With --find-max: number of users, or rate, that must hold. The search begins there, and ends with 97 when it does not hold.",
        transform: LoadArguments.number)
    var atLeast: Int?

    static let standardTrials = 2

    /// Checks what can be known without the script.
    func check(findsMaximum: Bool, hasThresholds: Bool) throws {
        if let warmup, warmup.value % 1_000 != 0 {
            throw ValidationError("--warmup: expected whole seconds such as 10s, got \(warmup.value)ms")
        }
        guard abortAfter == nil || hasThresholds else {
            throw ValidationError("--abort-after: expected --threshold or --find-max with it, got neither")
        }
        guard findsMaximum || trials == nil && atLeast == nil else {
            throw ValidationError("\(trials == nil ? "--at-least" : "--trials"): expected --find-max with it, got none")
        }
        if let trials, !(1...100).contains(trials) {
            throw ValidationError("--trials: expected 1 to 100, got \(trials)")
        }
        if let atLeast, !(1...1_000_000).contains(atLeast) {
            throw ValidationError("--at-least: expected 1 to 1000000, got \(atLeast)")
        }
    }
}
