import Foundation
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
