import FoundationEssentials
import Glibc
import TerminalDevice
import TerminalView

/// The terminal of this process.
struct TerminalFacts {
    var isTerminal: Bool
    var size: WindowSize?
    /// The environment: TERM, COLORTERM, NO_COLOR.
    var environment: [String: String]
    /// The character set of the locale, such as UTF-8.
    var charset: String
    /// The terminal's answer about reports of the mouse.
    var mouse: TerminalQuestion.Answer

    /// Examines the terminal of the standard streams.
    init() {
        isTerminal = TerminalDevice.isTerminal(STDIN_FILENO) && TerminalDevice.isTerminal(STDOUT_FILENO)
        let device = isTerminal ? try? TerminalDevice() : nil
        size = device?.size.map { WindowSize(columns: $0.columns, rows: $0.rows) }
        environment = ProcessInfo.processInfo.environment
        setlocale(LC_CTYPE, "")
        charset = String(cString: nl_langinfo(Int32(CODESET)))
        mouse = isTerminal ? TerminalQuestion.mouse() : .silence
    }

    init(
        isTerminal: Bool, size: WindowSize?, environment: [String: String], charset: String,
        mouse: TerminalQuestion.Answer
    ) {
        self.isTerminal = isTerminal
        self.size = size
        self.environment = environment
        self.charset = charset
        self.mouse = mouse
    }

    var diagnoses: [Diagnosis] {
        guard isTerminal else {
            let words = "standard input or output is not a terminal: pages are printed as text"
            return [Diagnosis(.odd, "terminal", words, remedy: "run it in the terminal that will show pages")]
        }
        return [terminal, sizeDiagnosis, colour, unicode, mouseDiagnosis]
    }

    private var terminal: Diagnosis {
        let name = environment["TERM"] ?? ""
        if name.isEmpty || name == "dumb" {
            let words = name.isEmpty ? "TERM is not set" : "TERM is dumb"
            return Diagnosis(
                .bad, "terminal", words + ": nothing is drawn, pages are printed as text",
                remedy: "export TERM=xterm-256color, if that is what the terminal understands")
        }
        return Diagnosis(.good, "terminal", name)
    }

    private var sizeDiagnosis: Diagnosis {
        guard let size else {
            return Diagnosis(
                .odd, "size", "the terminal does not report it; 80x24 is used",
                remedy: "stty rows 24 columns 80, or --size")
        }
        let words = "\(size.columns)x\(size.rows)"
        let (columns, rows) = (Scene.comfortableColumns, Scene.comfortableRows)
        guard size.columns < columns || size.rows < rows else { return Diagnosis(.good, "size", words) }
        return Diagnosis(.odd, "size", words + " is small", remedy: "use \(columns)x\(rows) or more")
    }

    private var colour: Diagnosis {
        if let value = environment["NO_COLOR"], !value.isEmpty {
            return Diagnosis(.good, "colour", "off because of NO_COLOR")
        }
        let depth = environment["COLORTERM"] ?? ""
        if depth == "truecolor" || depth == "24bit" { return Diagnosis(.good, "colour", "16 million") }
        if environment["TERM"]?.contains("256color") == true { return Diagnosis(.good, "colour", "256") }
        return Diagnosis(.good, "colour", "perhaps 8; no function depends on it")
    }

    private var unicode: Diagnosis {
        guard ["UTF-8", "UTF8"].contains(charset.uppercased()) else {
            return Diagnosis(
                .odd, "unicode", "the locale uses \(charset): characters outside ASCII may look wrong",
                remedy: "export LC_ALL=C.UTF-8")
        }
        return Diagnosis(.good, "unicode", "UTF-8")
    }

    private var mouseDiagnosis: Diagnosis {
        switch mouse {
        case .yes: Diagnosis(.good, "mouse", "the terminal reports it: pages can be dragged")
        case .no:
            Diagnosis(.odd, "mouse", "the terminal does not report it", remedy: "drag with the keys . and , instead")
        case .unknown: Diagnosis(.good, "mouse", "the terminal does not answer; try to drag a page")
        case .silence:
            Diagnosis(
                .odd, "mouse", "the terminal does not answer queries", remedy: "this is normal over a slow line")
        }
    }
}

/// Sends a query to a terminal and reads the answer.
enum TerminalQuestion {
    enum Answer: Equatable {
        case yes
        case no
        /// It answered, but not this query.
        case unknown
        /// It did not answer in time.
        case silence
    }

    /// Time limit for a terminal over a slow line.
    private static let answerMilliseconds: Int32 = 500

    /// Whether it reports the mouse as SGR (mode 1006). Sends DECRQM and then DA1, which every terminal answers, so that a
    /// terminal without DECRQM causes no wait.
    static func mouse() -> Answer {
        answer(in: ask("\u{1B}[?1006$p\u{1B}[c"))
    }

    /// Reads `CSI ? 1006 ; N $ y`: 1 and 3 are on, 2 off, 0 unknown, 4 always off.
    static func answer(in reply: String) -> Answer {
        guard !reply.isEmpty else { return .silence }
        guard let start = reply.firstRange(of: "\u{1B}[?1006;") else { return .unknown }
        switch reply[start.upperBound...].first {
        case "1", "2", "3": return .yes
        default: return .no
        }
    }

    private static func ask(_ question: String) -> String {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return "" }
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        StandardStreams.write(Array(question.utf8), to: STDOUT_FILENO)
        var reply: [UInt8] = []
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !isComplete(reply), poll(&entry, 1, answerMilliseconds) > 0 {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { break }
            reply += buffer.prefix(count)
        }
        return String(decoding: reply, as: UTF8.self)
    }

    /// The answer to DA1 is `CSI ? … c`.
    private static func isComplete(_ reply: [UInt8]) -> Bool {
        reply.last == UInt8(ascii: "c") && reply.contains(0x1B)
    }
}

/// Resets a terminal that a program left in a wrong state.
enum TerminalReset {
    /// Switches off everything that this program switches on: colours, no wrapping, a hidden cursor, mouse and focus reports,
    /// bracketed paste, synchronized output, another character set, the other screen.
    static let bytes =
        "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1004l\u{1B}[?1006l"
        + "\u{1B}[?2004l\u{1B}[?2026l\u{1B}(B\u{1B}[?1049l\r"

    /// Resets the terminal of the first standard stream that has one, or the controlling terminal.
    ///
    /// - Returns: false without a terminal.
    static func run() -> Bool {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] where TerminalDevice.isTerminal(descriptor) {
            return reset(descriptor)
        }
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return reset(descriptor)
    }

    private static func reset(_ descriptor: Int32) -> Bool {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return false }
        makeSane(&settings)
        guard tcsetattr(descriptor, TCSADRAIN, &settings) == 0 else { return false }
        StandardStreams.write(Array(bytes.utf8), to: descriptor)
        return true
    }

    /// Does the same as `stty sane`: lines with echo and editing, signals from keys, line feeds with returns.
    static func makeSane(_ settings: inout termios) {
        settings.c_iflag |= tcflag_t(BRKINT | ICRNL | IXON)
        settings.c_iflag &= ~tcflag_t(INLCR | IGNCR | ISTRIP | IGNBRK)
        settings.c_oflag |= tcflag_t(OPOST | ONLCR)
        settings.c_cflag |= tcflag_t(CREAD)
        settings.c_lflag |= tcflag_t(ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK)
        settings.c_lflag &= ~tcflag_t(ECHONL | NOFLSH | TOSTOP)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            for (key, byte) in [(VINTR, 3), (VQUIT, 28), (VERASE, 127), (VKILL, 21), (VEOF, 4), (VSUSP, 26)] {
                keys[Int(key)] = UInt8(byte)
            }
        }
    }
}
