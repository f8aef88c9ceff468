import PagingContent
import Platform

/// Draws diagrams and formulas with programs that are on the path.
///
/// Text in boxes (graph-easy) is taken for a graph as long as it fits on a page: it is sharp in every terminal, can be searched
/// and read aloud. A picture of a graph has letters that are too small to be read where a terminal shows only half-blocks.
final class DiagramDrawing {
    enum DrawingOutcome: Hashable {
        case text([String])
        /// The address of a picture (`DiagramCache`).
        case picture(String)
        /// A sentence for the author.
        case failed(String)
    }

    /// A program that turns a text into a picture or into rows of text.
    private struct Tool {
        let name: String
        let arguments: [String]
        /// The ending of the result's file.
        let ending: String
        var before = ""
        /// Whether it works without any network.
        var isAlone = true
    }

    private static let graphEasy = Tool(name: "graph-easy", arguments: ["--as=boxart"], ending: "txt")
    private static let graphviz = Tool(name: "dot", arguments: ["-Tsvg"], ending: "svg")
    private static let pictures: [DiagramLanguage: Tool] = [
        // Its browser talks to it by a socket of this machine.
        .mermaid: Tool(
            name: "mmdc", arguments: ["-q", "-i", "-", "-o", "-", "-e", "svg"], ending: "svg", isAlone: false),
        // It would put the files that icons name into the picture.
        .d2: Tool(name: "d2", arguments: ["--bundle=false", "-", "-"], ending: "svg"),
        .typst: Tool(
            name: "typst", arguments: ["compile", "--format", "svg", "-", "-"], ending: "svg",
            before: "#set page(width: auto, height: auto, margin: 4pt)\n"),
    ]
    private static let advice: [DiagramLanguage: String] = [
        .dot: "install graph-easy (Debian: libgraph-easy-perl) or dot (Debian: graphviz)",
        .graphEasy: "install graph-easy (Debian: libgraph-easy-perl)",
        .mermaid: "install mmdc (npm: @mermaid-js/mermaid-cli)",
        .d2: "install d2 (https://d2lang.com)",
        .typst: "install typst (https://typst.app)",
    ]
    private static let limits = LimitedProgram.ProgramLimits(
        seconds: 10, outputBytes: 1 << 20, memoryBytes: 512 << 20, hasNoNetwork: true)
    /// The largest text of a graph that fits on a page.
    private static let pageColumns = 100
    private static let pageRows = 30

    private let cache: DiagramCache
    private let runs: ProgramRuns
    private let find: (String) -> String?
    /// Failures and texts of this process, by the names of the cache.
    private var known: [String: DrawingOutcome] = [:]

    /// - Parameter find: the path of a program; nil where it is not installed.
    init(cache: DiagramCache, runs: ProgramRuns, find: @escaping (String) -> String?) {
        (self.cache, self.runs, self.find) = (cache, runs, find)
    }

    func draw(_ source: String, _ language: DiagramLanguage) -> DrawingOutcome {
        let missing = DrawingOutcome.failed(
            "no program for it is on the path: \(DiagramDrawing.advice[language] ?? "")")
        switch language {
        case .graphEasy: return outcome(DiagramDrawing.graphEasy, source) ?? missing
        case .dot:
            let text = outcome(DiagramDrawing.graphEasy, source)
            if case .text(let rows)? = text, DiagramDrawing.fits(rows) { return .text(rows) }
            let picture = outcome(DiagramDrawing.graphviz, source)
            if case .picture? = picture { return picture! }
            if case .text? = text { return text! }
            return picture ?? text ?? missing
        case .mermaid, .d2, .typst: return DiagramDrawing.pictures[language].flatMap { outcome($0, source) } ?? missing
        }
    }

    /// The rows of a formula that `utftex` draws; nil where it is missing or does not know all of it.
    func formula(_ tex: String) -> [String]? {
        // A blank first, so that no formula is an option.
        let tool = Tool(name: "utftex", arguments: [" " + tex], ending: "txt")
        guard case .text(let rows)? = outcome(tool, ""), rows.allSatisfy({ !$0.contains("\\") }) else { return nil }
        return rows
    }

    private static func fits(_ rows: [String]) -> Bool {
        rows.count <= pageRows && rows.allSatisfy { $0.count <= pageColumns }
    }

    /// Nil where the program is missing.
    private func outcome(_ tool: Tool, _ source: String) -> DrawingOutcome? {
        guard let path = find(tool.name) else { return nil }
        let name = DiagramCache.name(of: ["1", path] + tool.arguments + [tool.before, source])
        if let outcome = known[name] { return outcome }
        let outcome = cached(name, tool.ending) ?? drawn(path, tool, source, name)
        if outcome != .failed(ProgramRuns.complaint) { known[name] = outcome }
        return outcome
    }

    private func cached(_ name: String, _ ending: String) -> DrawingOutcome? {
        guard ending == "txt" else {
            return cache.has(name, ending) ? .picture(DiagramDrawing.address(name, ending)) : nil
        }
        return cache.bytes(name, ending).map { .text(OutputText.rows(of: $0)) }
    }

    private static func address(_ name: String, _ ending: String) -> String {
        "\(DiagramCache.scheme)\(name).\(ending)"
    }

    private func drawn(_ path: String, _ tool: Tool, _ source: String, _ name: String) -> DrawingOutcome {
        var limits = DiagramDrawing.limits
        limits.hasNoNetwork = tool.isAlone
        let program = LimitedProgram(path: path, arguments: tool.arguments, limits: limits)
        let result = runs.run(program, Array((tool.before + source).utf8), sentence: "running \(tool.name)")
        guard let result else { return .failed(ProgramRuns.complaint) }
        if let reason = DiagramDrawing.objection(to: result) { return .failed("\(tool.name) \(reason)") }
        if tool.ending == "txt" {
            let rows = OutputText.rows(of: result.output)
            guard rows.contains(where: { !$0.isEmpty }) else { return .failed("\(tool.name) printed nothing") }
            _ = cache.write(Array(rows.joined(separator: "\n").utf8), name, tool.ending)
            return .text(rows)
        }
        guard String(decoding: result.output, as: UTF8.self).contains("<svg") else {
            return .failed("\(tool.name): expected an SVG picture, got something else")
        }
        guard cache.write(result.output, name, tool.ending) else {
            return .failed("the picture cannot be written into the cache folder (XDG_CACHE_HOME)")
        }
        return .picture(DiagramDrawing.address(name, tool.ending))
    }

    /// The reason why a run has no result; nil for one that has.
    private static func objection(to result: LimitedProgram.ProgramOutcome) -> String? {
        switch result.end {
        case .exited(0): return nil
        case .unwanted: return "was ended"
        case .late: return "took more than \(limits.seconds) s"
        case .tooLong: return "printed more than \(limits.outputBytes) bytes"
        case .notStarted(let reason): return "did not start: \(reason)"
        case .killed(let signal): return "was ended by signal \(signal)"
        case .exited(let code):
            let line = OutputText.rows(of: Array(result.complaint.utf8)).first { !$0.isEmpty }
            return "ended with \(code)" + (line.map { ": \($0)" } ?? "")
        }
    }
}
