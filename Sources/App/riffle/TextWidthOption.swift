import ArgumentParser

/// The option for the width of running text.
struct TextWidthOption: ParsableArguments {
    /// Narrower text breaks too often, and in wider text the eye loses its line.
    static let range = 40...200

    @Option(help: "Columns of running text at most, 40 to 200; 80 without it.")
    var width: Int?

    func validate() throws {
        guard let width, !TextWidthOption.range.contains(width) else { return }
        throw ValidationError("--width \(width): expected a number from 40 to 200")
    }
}
