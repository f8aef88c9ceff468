import ArgumentParser
import Foundation
import TerminalView
import Testing

@testable import riffle

/// Help, manual pages and completions are complete.
@Suite struct ManualTests {
    static let shells = ["bash", "zsh", "fish"]

    static func isInstalled(_ tool: String) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }

    /// The path of every command.
    private static func commands(_ path: [String] = ["riffle"], _ type: any ParsableCommand.Type = Riffle.self)
        -> [[String]]
    {
        [path] + type.configuration.subcommands.flatMap { commands(path + [$0._commandName], $0) }
    }

    @Test func everyCommandHasAPage() throws {
        let folder = try ScratchFolder()
        let made = try shell([".ci/manual", Program.riffle.path, folder.path("man")])
        #expect(made.code == 0, "\(made.text)")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path("man"))
        let due = Self.commands().map { $0.joined(separator: "-") + ".1" } + ["riffle-scripts.5"]
        #expect(Set(pages) == Set(due))
        for page in pages {
            let text = try String(contentsOfFile: folder.path("man/\(page)"), encoding: .utf8)
            #expect(text.hasPrefix(".TH ") && text.contains("\n.SH NAME\n"), "\(page)")
        }
        let record = try String(contentsOfFile: folder.path("man/riffle-record.1"), encoding: .utf8)
        #expect(record.contains("\\fB\\-\\-overwrite\\fR") && record.contains("130"))
        let join = try String(contentsOfFile: folder.path("man/riffle-join.1"), encoding: .utf8)
        for line in KeyTable.standard.helpLines {
            #expect(join.contains(line.replacing("\\", with: "\\e").replacing("-", with: "\\-")))
        }
    }

    @Test(.enabled(if: ManualTests.isInstalled("groff"), "groff is needed")) func groffTakesEveryPage() throws {
        let folder = try ScratchFolder()
        let made = try shell([".ci/manual", Program.riffle.path, folder.path("man")])
        #expect(made.code == 0, "\(made.text)")
        for page in try FileManager.default.contentsOfDirectory(atPath: folder.path("man")) {
            let checked = try shell(["groff", "-man", "-Tutf8", "-ww", "-z", folder.path("man/\(page)")])
            #expect(checked.code == 0 && checked.text.isEmpty, "\(page): \(checked.text)")
        }
    }

    @Test(arguments: ManualTests.shells) func completionsNameEveryCommand(name: String) throws {
        let result = try RunningProgram.run(["completions", name])
        #expect(result.code == 0)
        let text = result.lines.joined(separator: "\n")
        for command in Riffle.configuration.subcommands { #expect(text.contains(command._commandName)) }
        #expect(text.contains("overwrite"))
    }

    @Test(arguments: ManualTests.shells) func shellsCanReadTheirCompletions(name: String) throws {
        guard ManualTests.isInstalled(name) else { try Test.cancel("\(name) is not installed") }
        let folder = try ScratchFolder()
        let lines = try RunningProgram.run(["completions", name]).lines
        let checked = try shell([name, "-n", try folder.write(lines.joined(separator: "\n") + "\n", to: "completions")])
        #expect(checked.code == 0, "\(checked.text)")
    }

    @Test func topicsComeFromTheTables() throws {
        let exit = try RunningProgram.run(["help", "exit"]).lines
        for row in ExitStatus.table {
            #expect(exit.contains { $0.hasPrefix("  \(row.code.rawValue) ") && $0.hasSuffix(row.meaning) })
        }
        let keys = try RunningProgram.run(["help", "keys"]).lines
        for line in KeyTable.standard.helpLines + ReplayKeys.helpLines { #expect(keys.contains("  " + line)) }
        let scripts = try RunningProgram.run(["help", "scripts"]).lines.joined(separator: "\n")
        #expect(scripts.contains("expect: {page: 3, step: in}"))
        #expect(try RunningProgram.run(["help", "record"]).lines.joined().contains("USAGE: riffle record"))
        #expect(
            try RunningProgram.run(["help"]).lines.joined(separator: " ").contains(
                "riffle help exit, keys, scripts, configuration or measures")
        )
    }

    @Test func everyKeyHasOneMeaning() {
        let keys = ReplayKeys.rows.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(Set(ReplayKeys.rows.map(\.action)).count == ReplayKeys.rows.count)
    }
}
