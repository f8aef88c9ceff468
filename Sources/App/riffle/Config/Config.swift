import ArgumentParser
import FoundationEssentials
import PagingContent
import TerminalView

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show your own options for join and present, and where each comes from.",
        discussion: """
            They stand in riffle/config.yaml of $XDG_CONFIG_HOME, by default ~/.config, as names of options with their \
            values. An option of the command line is stronger.

            Examples:
              riffle config
              riffle config --actions
              echo "theme: dracula" >> "$(riffle config --path)"
              echo "keys: {l: next, x: quit}" >> "$(riffle config --path)"
            """)

    @Flag(help: "Print the path of the file only.")
    var path = false

    @Flag(help: "Print the actions that keys may have, and the keys that have them.")
    var actions = false

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let file = PersonalOptions.path(environment)
        guard !path else { return StandardStreams.print(file) }
        let options = try ExitStatus.orEnd("riffle config", with: ExitStatus.unreadable) {
            try PersonalOptions(path: file)
        }
        guard !actions else { return Config.actionLines(options).forEach(StandardStreams.print) }
        let isThere = FileManager.default.fileExists(atPath: file)
        StandardStreams.print(isThere ? file : "\(file) (there is no such file)")
        Config.lines(options, environment).forEach(StandardStreams.print)
    }

    /// A row for each option, with the value that counts.
    static func lines(_ options: PersonalOptions, _ environment: [String: String]) -> [String] {
        let rows = PersonalOption.all.flatMap { option -> [[String]] in
            let meaning = if case .words(let words) = option.form { ": " + words.joined(separator: ", ") } else { "" }
            if option.form == .keys, !options.keys.isEmpty {
                return options.keys.map { [option.name, $0.value, "line \($0.line)", option.meaning] }
            }
            if let setting = options.settings[option.name] {
                return [[option.name, setting.value, "line \(setting.line)", option.meaning + meaning]]
            }
            if let rival = option.rivals.first, let setting = options.settings[rival] {
                let value = setting.value == "true" ? "false" : "true"
                return [[option.name, value, "line \(setting.line)", option.meaning + meaning]]
            }
            let (value, source) = option.fallback(environment)
            return [[option.name, value, source, option.meaning + meaning]]
        }
        return TextTable.lines([["option", "value", "from", "meaning"]] + rows, numbers: [])
    }

    /// A row for each action, with its keys as the person has them.
    static func actionLines(_ options: PersonalOptions) -> [String] {
        let bindings = options.keys.compactMap { KeyBindingArgument(argument: $0.value)?.binding }
        let rows = KeyTable.standard.binding(bindings).rows.map { row in
            [row.action.name, row.sequences.map { $0.map(\.name).joined() }.joined(separator: "  "), row.meaning]
        }
        return TextTable.lines([["action", "keys", "meaning"]] + rows, numbers: [])
    }
}
