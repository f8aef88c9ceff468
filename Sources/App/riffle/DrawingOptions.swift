import ArgumentParser
import Foundation
import TerminalDevice
import TerminalView

/// How rooms are drawn; the same words for every command that draws.
struct DrawingOptions: ParsableArguments {
    enum BorderStyle: EnumerableFlag {
        case ascii
        case unicode

        static func help(for value: BorderStyle) -> ArgumentHelp? {
            value == .ascii ? "Borders in ASCII (the default)." : "Borders in Unicode."
        }
    }

    enum Colour: String, ExpressibleByArgument, CaseIterable {
        case auto
        case always
        case never
    }

    @Flag(help: "Settled pages as plain text; what a pipe and a dumb terminal get anyway.")
    var plain = false

    @Flag(help: "Whole frames as text.")
    var frames = false

    @Flag(help: "One JSON object per settled page.")
    var json = false

    @Flag(exclusivity: .exclusive)
    var borderStyle = BorderStyle.ascii

    @Option(help: "auto, always or never; by default none where NO_COLOR is set.")
    var color = Colour.auto

    @Option(help: "Size of the window, COLUMNSxROWS; by default the terminal's, else 80x24.")
    var size: WindowSize?

    @Option(help: "Frames a second at most.")
    var fps = 30

    @Flag(help: "Pages change without moving.")
    var reduceMotion = false

    var borders: Borders { borderStyle == .unicode ? .unicode : .ascii }

    /// Whether there is colour on a terminal with this environment (no-color.org).
    func hasColour(_ environment: [String: String]) -> Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: environment["NO_COLOR"].map(\.isEmpty) ?? true
        }
    }

    /// Whether pages are drawn on a terminal with this environment, and not written one below the other.
    func isDrawn(_ environment: [String: String]) -> Bool {
        !plain && !frames && !json && environment["TERM"] != "dumb"
    }

    func validate() throws {
        guard (1...120).contains(fps) else { throw ValidationError("--fps: between 1 and 120") }
        guard [plain, frames, json].count(where: \.self) <= 1 else {
            throw ValidationError("--plain, --frames and --json exclude each other")
        }
    }
}
