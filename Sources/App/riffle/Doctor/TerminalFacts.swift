import Foundation
import Glibc
import TerminalDevice
import TerminalView

/// What is known of the terminal the doctor was called in.
struct TerminalFacts {
    var isTerminal: Bool
    var size: WindowSize?
    /// The environment: TERM, COLORTERM, NO_COLOR.
    var environment: [String: String]
    /// The character set of the locale, such as UTF-8.
    var charset: String
    /// What the terminal said about reports of the mouse.
    var mouse: TerminalQuestion.Answer

    /// Looks at the terminal of the standard streams.
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

    var symptoms: [Diagnosis] {
        guard isTerminal else {
            let words = "standard input or output is no terminal: pages are printed as text"
            return [Diagnosis(.odd, "terminal", words, remedy: "call it in the terminal that is to show pages")]
        }
        return [terminal, sizeSymptom, colour, unicode, mouseSymptom]
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

    private var sizeSymptom: Diagnosis {
        guard let size else {
            return Diagnosis(
                .odd, "size", "the terminal does not say; 80x24 is taken", remedy: "stty rows 24 columns 80, or --size")
        }
        let words = "\(size.columns)x\(size.rows)"
        let (columns, rows) = (Scene.comfortableColumns, Scene.comfortableRows)
        guard size.columns < columns || size.rows < rows else { return Diagnosis(.good, "size", words) }
        return Diagnosis(.odd, "size", words + " is small", remedy: "\(columns)x\(rows) or more shows a page")
    }

    private var colour: Diagnosis {
        if let value = environment["NO_COLOR"], !value.isEmpty {
            return Diagnosis(.good, "colour", "none, as NO_COLOR asks")
        }
        let depth = environment["COLORTERM"] ?? ""
        if depth == "truecolor" || depth == "24bit" { return Diagnosis(.good, "colour", "16 million") }
        if environment["TERM"]?.contains("256color") == true { return Diagnosis(.good, "colour", "256") }
        return Diagnosis(.good, "colour", "8 or more, if any; nothing depends on it")
    }

    private var unicode: Diagnosis {
        guard ["UTF-8", "UTF8"].contains(charset.uppercased()) else {
            return Diagnosis(
                .odd, "unicode", "the locale's characters are \(charset): letters beyond ASCII may look wrong",
                remedy: "export LC_ALL=C.UTF-8")
        }
        return Diagnosis(.good, "unicode", "UTF-8")
    }

    private var mouseSymptom: Diagnosis {
        switch mouse {
        case .yes: Diagnosis(.good, "mouse", "the terminal reports it: drag the page")
        case .no:
            Diagnosis(.odd, "mouse", "the terminal does not report it", remedy: "the keys . and , drag a page instead")
        case .unknown: Diagnosis(.good, "mouse", "the terminal does not say; try and drag the page")
        case .silence:
            Diagnosis(
                .odd, "mouse", "the terminal answers no question", remedy: "over a slow line that is to be expected")
        }
    }
}
