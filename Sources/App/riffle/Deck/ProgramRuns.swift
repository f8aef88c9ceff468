import Platform

/// The runs of programs while a deck is read: all of them have a time together, and end when nobody waits for the deck.
final class ProgramRuns {
    static let seconds: Int64 = 60
    /// The reason for a run that there is not.
    static let complaint = "not run: the programs of this deck took more than \(seconds) s"

    /// Takes a sentence about a program that runs.
    var say: (String) -> Void
    /// Whether the deck is still wanted as it is read now.
    var isWanted: () -> Bool = { true }
    private var end: Int64 = 0

    init(say: @escaping (String) -> Void) {
        self.say = say
    }

    /// Begins with another reading.
    func begin() { end = MonotonicClock.milliseconds + ProgramRuns.seconds * 1_000 }

    /// Runs a program, as `LimitedProgram` does; nil where the time is over.
    ///
    /// - Parameter sentence: about the run.
    func run(
        _ program: LimitedProgram, _ input: [UInt8] = [], file: (name: String, bytes: [UInt8])? = nil,
        joinsErrors: Bool = false, sentence: String
    ) -> LimitedProgram.ProgramOutcome? {
        guard isWanted(), MonotonicClock.milliseconds < end else { return nil }
        say(sentence)
        let outcome = program.run(input, file: file, joinsErrors: joinsErrors, isWanted: isWanted)
        return outcome.end == .unwanted ? nil : outcome
    }
}
