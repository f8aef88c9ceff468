import ArgumentParser

/// The options for a comparison of two runs.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help:
            "JSON report of an earlier run: compares it with that of a new run, in place of a script. Ends with 99 when the new run is slower or more went wrong."
    )
    var compare: String?

    @Option(help: "With --compare: difference in percent that counts as none.")
    var tolerance = 5.0

    var isGiven: Bool { compare != nil }

    func validate() throws {
        guard (0...1_000).contains(tolerance) else {
            throw ValidationError("--tolerance: expected 0 to 1000 percent, got \(tolerance)")
        }
    }
}
