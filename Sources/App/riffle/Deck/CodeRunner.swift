import Platform

/// Runs the code of a deck, once for each text.
final class CodeRunner {
    struct CodeFailure: Error {
        let text: String
    }

    /// The output of a program that has run.
    struct CodeOutput {
        let end: LimitedProgram.ProgramEnd
        let text: [String]

        var isGood: Bool { end == .exited(0) }

        /// How it ended, as a part of a sentence.
        var ending: String {
            switch end {
            case .exited(let code): "exit status \(code)"
            case .killed(let signal): "ended by signal \(signal)"
            case .late: "stopped after \(CodeRunner.limits.seconds) s"
            case .tooLong: "stopped after \(CodeRunner.limits.outputBytes) bytes"
            case .unwanted: "ended"
            case .notStarted(let reason): "did not start: \(reason)"
            }
        }

        /// Rows for the page.
        func rows(hasTitle: Bool) -> [String] {
            let note = isGood ? "" : ", \(ending)"
            return (hasTitle ? ["── output\(note) ──"] : []) + text
        }
    }

    /// The way to run one language.
    private struct CodeCommand {
        let names: [String]
        let words: [String]
        let ending: String
    }

    /// The languages that can run, the file being the last word of the command.
    private static let commands = [
        CodeCommand(names: ["bash", "shell"], words: ["bash"], ending: "sh"),
        CodeCommand(names: ["sh"], words: ["sh"], ending: "sh"),
        CodeCommand(names: ["zsh"], words: ["zsh"], ending: "zsh"),
        CodeCommand(names: ["fish"], words: ["fish"], ending: "fish"),
        CodeCommand(names: ["nushell", "nu"], words: ["nu"], ending: "nu"),
        CodeCommand(names: ["python", "python3", "py"], words: ["python3", "-u"], ending: "py"),
        CodeCommand(names: ["javascript", "js", "node"], words: ["node"], ending: "js"),
        CodeCommand(names: ["ruby", "rb"], words: ["ruby"], ending: "rb"),
        CodeCommand(names: ["perl", "pl"], words: ["perl"], ending: "pl"),
        CodeCommand(names: ["php"], words: ["php"], ending: "php"),
        CodeCommand(names: ["lua"], words: ["lua"], ending: "lua"),
        CodeCommand(names: ["r"], words: ["Rscript"], ending: "R"),
        CodeCommand(names: ["julia"], words: ["julia"], ending: "jl"),
        CodeCommand(names: ["elixir"], words: ["elixir"], ending: "exs"),
        CodeCommand(names: ["haskell"], words: ["runghc"], ending: "hs"),
        CodeCommand(names: ["go"], words: ["go", "run"], ending: "go"),
        CodeCommand(names: ["swift"], words: ["swift"], ending: "swift"),
        CodeCommand(names: ["awk"], words: ["awk", "-f"], ending: "awk"),
    ]
    private static let limits = LimitedProgram.ProgramLimits(
        seconds: 10, outputBytes: 65_536, memoryBytes: 1 << 30, hasNoNetwork: false)

    private let runs: ProgramRuns
    private let find: (String) -> String?
    private var known: [String: CodeOutput] = [:]

    /// - Parameter find: the path of a program; nil where it is not installed.
    init(runs: ProgramRuns, find: @escaping (String) -> String?) {
        (self.runs, self.find) = (runs, find)
    }

    /// - Parameter place: of the code, for the sentence about its run.
    func run(_ code: String, language: String, place: String) -> Result<CodeOutput, CodeFailure> {
        guard let command = CodeRunner.commands.first(where: { $0.names.contains(language) }) else {
            let names = CodeRunner.commands.map { $0.names[0] }.joined(separator: ", ")
            return .failure(CodeFailure(text: "expected one of \(names)"))
        }
        let key = "\(command.words)\n\(code)"
        if let output = known[key] { return .success(output) }
        guard let path = find(command.words[0]) else {
            return .failure(CodeFailure(text: "there is no `\(command.words[0])` on the path"))
        }
        let file = "code.\(command.ending)"
        let program = LimitedProgram(
            path: path, arguments: Array(command.words.dropFirst()) + [file], limits: CodeRunner.limits)
        let result = runs.run(
            program, file: (file, Array(code.utf8)), joinsErrors: true,
            sentence: "\(place): running \(command.words[0])")
        guard let result else { return .failure(CodeFailure(text: ProgramRuns.complaint)) }
        let output = CodeOutput(end: result.end, text: OutputText.rows(of: result.output))
        known[key] = output
        return .success(output)
    }
}
