import ArgumentParser

/// The options for messages on standard error.
struct SpeechOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print only the reason of the end.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print joins and leaves.")
    var verbose = false

    func validate() throws {
        guard !quiet || !verbose else { throw ValidationError("--quiet and --verbose exclude each other") }
    }
}
