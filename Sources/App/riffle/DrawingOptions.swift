import ArgumentParser
import TerminalDevice
import TerminalView

/// The options of every command that draws a room.
struct DrawingOptions: ParsableArguments {
    enum Colour: String, ExpressibleByArgument, CaseIterable {
        case auto
        case always
        case never
    }

    enum StatusDetail: String, ExpressibleByArgument, CaseIterable {
        case quiet
        case full
    }

    enum PictureUse: String, ExpressibleByArgument, CaseIterable {
        case auto
        case kitty
        case iterm2
        case sixel
        case blocks
        case off
    }

    enum TitleUse: String, ExpressibleByArgument, CaseIterable {
        case auto
        case scaled
        case double
        case plain
    }

    @Flag(help: "Print settled pages as plain text; the default for pipes and dumb terminals.")
    var plain = false

    @Flag(help: "Print whole frames as text.")
    var frames = false

    @Flag(help: "Print one JSON object per settled page.")
    var json = false

    @OptionGroup var border: BorderOptions

    @Flag(help: "Draw frames around pages that rest, too.")
    var borders = false

    @OptionGroup var text: TextWidthOption

    @Option(
        help: ArgumentHelp(
            "Give a key another action, such as l=next; repeatable. `riffle config --actions` lists them.",
            valueName: "key=action"))
    var key: [KeyBindingArgument] = []

    @Option(help: "Status line: quiet, with the page and what is out of order, or full.")
    var status = StatusDetail.quiet

    @Option(help: "Theme in place of the deck's: \(ThemeFile.names), or the path of a theme file.")
    var theme: String?

    @Option(help: "Use of colour: auto, always or never; auto follows NO_COLOR.")
    var color = Colour.auto

    @Option(
        help: """
            Pictures: auto (pixels where the terminal says that it shows them, else blocks), kitty, iterm2, sixel, blocks \
            of two colours, or off for their words.
            """)
    var pictures = PictureUse.auto

    @Option(
        help: """
            Titles of pages that rest: auto (of double size where the terminal is known to show them), scaled by kitty's \
            text sizing, in double rows as the VT100 had them, or plain.
            """)
    var titles = TitleUse.auto

    @Option(help: "Size of the window, COLUMNSxROWS, 20x6 or more. By default that of the terminal, else 80x24.")
    var size: WindowSize?

    @Option(help: "Maximum frames per second.")
    var fps = 30

    @Flag(help: "Change pages without motion.")
    var reduceMotion = false

    /// The colours for a terminal with this environment (no-color.org; COLORTERM as many terminals set it).
    func colours(_ environment: [String: String]) -> ColourDepth {
        let isOff = color == .never || color == .auto && environment["NO_COLOR"].map(\.isEmpty) == false
        guard !isOff else { return .none }
        let isFull =
            ["truecolor", "24bit"].contains(environment["COLORTERM"])
            || environment["TERM"].map { $0.hasSuffix("-direct") || $0 == "xterm-kitty" } == true
        return isFull ? .full : .indexed
    }

    /// The characters that pictures are drawn with on a terminal with this environment.
    func pictureStyle(_ environment: [String: String]) -> PictureStyle {
        if pictures == .off { return .words }
        let hasBlocks = border.borders(environment) != .ascii && colours(environment) != .none
        return hasBlocks ? .blocks : .letters
    }

    /// How a terminal with this environment may get pixels. A program between, such as tmux, does not pass them on.
    func pixels(_ environment: [String: String]) -> PixelChoice {
        switch pictures {
        case .kitty: return .known(.kitty)
        case .iterm2: return .known(.iterm2)
        case .sixel: return .known(.sixel)
        case .blocks, .off: return .none
        case .auto: break
        }
        let isLinux = environment["TERM"] == "linux"
        guard !isBehindMultiplexer(environment), !isLinux, pictureStyle(environment) == .blocks else { return .none }
        let isITerm =
            ["iTerm.app", "WezTerm", "mintty"].contains(environment["TERM_PROGRAM"])
            || environment["LC_TERMINAL"] == "iTerm2"
        return .asked(isITerm: isITerm)
    }

    /// Whether a program such as tmux draws the terminal with this environment.
    private func isBehindMultiplexer(_ environment: [String: String]) -> Bool {
        let type = environment["TERM"] ?? ""
        return environment["TMUX"] != nil || environment["STY"] != nil || type.hasPrefix("screen")
            || type.hasPrefix("tmux")
    }

    /// Variables of terminals that may have been started from xterm, and have its variables, too.
    private static let otherTerminals = [
        "VTE_VERSION", "KONSOLE_VERSION", "TERM_PROGRAM", "LC_TERMINAL", "WT_SESSION", "ALACRITTY_WINDOW_ID",
        "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR",
    ]

    /// How a terminal with this environment may show titles.
    func titleChoice(_ environment: [String: String]) -> TitleChoice {
        switch titles {
        case .scaled: return .known(.scaled)
        case .double: return .known(.doubleRows)
        case .plain: return .plain
        case .auto: break
        }
        guard !isBehindMultiplexer(environment) else { return .plain }
        if environment["TERM"] == "xterm-kitty" || environment["KITTY_WINDOW_ID"] != nil { return .asked }
        let isXTerm =
            environment["XTERM_VERSION"]?.hasPrefix("XTerm(") == true
            && environment["TERM"]?.hasPrefix("xterm") == true
            && DrawingOptions.otherTerminals.allSatisfy { environment[$0] == nil }
        return isXTerm ? .known(.doubleRows) : .plain
    }

    /// Whether a terminal with this environment gets a drawing; otherwise pages are printed one below the other.
    func isDrawn(_ environment: [String: String]) -> Bool {
        !plain && !frames && !json && environment["TERM"] != "dumb"
    }

    func validate() throws {
        guard (1...120).contains(fps) else { throw ValidationError("--fps \(fps): expected a number from 1 to 120") }
        guard [plain, frames, json].count(where: \.self) <= 1 else {
            throw ValidationError("--plain, --frames and --json exclude each other")
        }
    }
}

/// The size of a window in cells, written COLUMNSxROWS.
struct WindowSize: Hashable, ExpressibleByArgument, CustomStringConvertible {
    let columns: Int
    let rows: Int

    var description: String { "\(columns)x\(rows)" }

    static let standard = WindowSize(columns: 80, rows: 24)

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1],
            (Scene.comfortableColumns...1_000).contains(columns), (Scene.comfortableRows...1_000).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }
}

/// The options for messages on standard error.
struct SpeechOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print only why it ended.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print joins and leaves.")
    var verbose = false

    func validate() throws {
        guard !quiet || !verbose else { throw ValidationError("--quiet and --verbose exclude each other") }
    }
}
