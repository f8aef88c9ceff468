import ArgumentParser

/// How much is said beside what was asked for.
struct SpeechOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Say nothing but why it ended.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Say who comes and goes.")
    var verbose = false

    func validate() throws {
        guard !quiet || !verbose else { throw ValidationError("--quiet and --verbose exclude each other") }
    }
}
