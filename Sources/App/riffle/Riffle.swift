import ArgumentParser
import FoundationEssentials
import LoadTesting
import PagingContent

@main
struct Riffle: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "riffle",
        abstract: "A shared pager: all members of a room see the same page, to the column.",
        discussion: """
            Present to a room, join one, or load one with users:
              riffle present Examples/decks/tour.md
              riffle join ws://127.0.0.1:7420/rooms/tour --name Ann --role member
              riffle load talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/tour

            riffle help COMMAND describes a command; riffle help exit, keys, scripts, configuration or measures a topic.
            """,
        version: version,
        subcommands: [
            Serve.self, Present.self, Join.self, Gate.self, Send.self, Record.self, Replay.self, Load.self,
            Render.self, Convert.self, Check.self, Token.self, Backup.self, Store.self, Admin.self, Demo.self,
            Config.self, Doctor.self, Completions.self, Export.self, LoadAgent.self,
        ])

    /// Answers help topics; the library handles all other commands, their help included.
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.count > 1, words[0] == "help", let topic = HelpTopic(rawValue: words[1]) {
            if words.count == 2 { return topic.lines(columns: HelpText.columns).forEach(StandardStreams.print) }
            if topic == .configuration, words[2...] == ["--markdown"] {
                return StandardStreams.print(OptionSpec.markdown)
            }
            if topic == .measures, words[2...] == ["--markdown"] { return StandardStreams.print(Measure.markdown) }
            if topic == .scripts, words[2...] == ["--markdown"] { return StandardStreams.print(LoadReference.markdown) }
        }
        // A command for riffle load only; no help mentions it.
        if words == [LoadWorker.name] { return LoadWorker.main([]) }
        // A command beside a positional argument: a script of this name is `./agent`.
        if words.starts(with: ["load", "agent"]) { return run(["load-agent"] + words.dropFirst(2)) }
        switch FirstWord(words) {
        case .command: run(withPersonalOptions(words))
        // `riffle talk.md` presents the deck.
        case .deck: run(withPersonalOptions(["present"] + words))
        case .unknown(let sentence):
            StandardStreams.printError("Error: \(sentence)\nUsage: riffle <subcommand>")
            exit(withError: ExitStatus.usage)
        }
    }

    /// The words with the person's own options; ends the process where their file is wrong.
    private static func withPersonalOptions(_ words: [String]) -> [String] {
        let path = PersonalOptions.path(ProcessInfo.processInfo.environment)
        do {
            return try PersonalOptions(path: path).completed(words)
        } catch {
            // The command that shows the file says the same.
            guard words.first == "join" || words.first == "present" else { return words }
            StandardStreams.printError("riffle: \(error)")
            exit(withError: ExitStatus.unreadable)
        }
    }

    /// Reports a usage error found while a command runs with the usage of that command, like those found while parsing.
    private static func run(_ words: [String]) {
        do {
            var command = try parseAsRoot(words)
            do {
                try command.run()
            } catch let error as ValidationError {
                StandardStreams.printError("Error: \(error.message)\nUsage: \(usageString(for: type(of: command)))")
                throw ExitStatus.usage
            }
        } catch {
            let message = fullMessage(for: error)
            let plain = withoutFarSuggestion(message)
            guard plain != message else { exit(withError: error) }
            StandardStreams.printError(plain)
            exit(withError: exitCode(for: error))
        }
    }

    /// The message without the library's suggestion if that has too little in common with the unknown option.
    static func withoutFarSuggestion(_ message: String) -> String {
        guard let match = message.firstMatch(of: /'-*([^']+)'(\. Did you mean '-*([^']+)'\?)/),
            Spelling.nearest(to: String(match.1), among: [String(match.3)]) == nil
        else { return message }
        return message.replacing(match.2, with: "")
    }
}
