import ArgumentParser
import FoundationEssentials
import PagingContent

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show your own options for join and present, and where each comes from.",
        discussion: """
            They stand in riffle/config.yaml of $XDG_CONFIG_HOME, by default ~/.config, as names of options with their \
            values. An option of the command line is stronger.

            Examples:
              riffle config
              echo "theme: dracula" >> ~/.config/riffle/config.yaml
            """)

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let path = PersonalOptions.path(environment)
        let options = try ExitStatus.orEnd("riffle config", with: ExitStatus.unreadable) {
            try PersonalOptions(path: path)
        }
        let isThere = FileManager.default.fileExists(atPath: path)
        StandardStreams.print(isThere ? path : "\(path) (there is no such file)")
        let rows = PersonalOptions.keys.map { key in
            let setting = options.settings[key.name]
            return [key.name, setting?.value ?? "-", setting.map { "line \($0.line)" } ?? "not set", key.meaning]
        }
        TextTable.lines([["option", "value", "from", "meaning"]] + rows, numbers: []).forEach(StandardStreams.print)
    }
}
