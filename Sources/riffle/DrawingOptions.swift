import ArgumentParser
import TerminalView

/// How rooms are drawn; the same words for every command that draws.
struct DrawingOptions: ParsableArguments {
    @Flag(help: "Settled pages as plain text; what a pipe gets anyway.")
    var plain = false

    @Flag(help: "Whole frames as text.")
    var frames = false

    @Flag(help: "One JSON object per settled page.")
    var json = false

    @Flag(help: "Borders in Unicode instead of ASCII.")
    var unicode = false

    @Option(help: "Size of the window, COLUMNSxROWS; by default the terminal's, else 80x24.")
    var size: WindowSize?

    @Option(help: "Frames a second at most.")
    var fps = 30

    var borders: Borders { unicode ? .unicode : .ascii }

    func validate() throws {
        guard (1...120).contains(fps) else { throw ValidationError("--fps: between 1 and 120") }
        guard [plain, frames, json].count(where: \.self) <= 1 else {
            throw ValidationError("--plain, --frames and --json exclude each other")
        }
    }
}
