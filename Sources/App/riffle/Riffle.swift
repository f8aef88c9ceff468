import ArgumentParser

@main
struct Riffle: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "riffle",
        abstract: "A shared pager: everybody in a room sees the same page, to the column.",
        discussion: """
            Present:        riffle present Examples/decks/tour.md
            With a friend:  riffle join ws://127.0.0.1:7420/rooms/tour --name Ann --role member
            With a crowd:   riffle load Examples/load/talk.riffle.yaml --target ws://127.0.0.1:7420/rooms/tour

            riffle help COMMAND says more about one, riffle help exit, keys or scripts about all.
            """,
        version: version,
        subcommands: [
            Serve.self, Present.self, Join.self, Send.self, Record.self, Replay.self, Load.self, Render.self,
            Convert.self, Check.self, Token.self, Demo.self, Doctor.self, Completions.self,
        ])

    /// The library helps with commands; what is not about one command alone comes first.
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        if words.count == 2, words.first == "help", let topic = words.last.flatMap(HelpTopic.init) {
            return topic.lines.forEach(StandardStreams.print)
        }
        // No command for people: riffle load starts it, and it stands in no help.
        if Array(words) == [LoadWorker.word] { return LoadWorker.main([]) }
        run()
    }

    /// A mistake that is found while a command runs is told with the usage of that command, as all others are.
    private static func run() {
        do {
            var command = try parseAsRoot()
            do {
                try command.run()
            } catch let mistake as ValidationError {
                let usage = usageString(for: type(of: command))
                StandardStreams.say("Error: \(mistake.message)\nUsage: \(usage)")
                throw ExitStatus.usage
            }
        } catch {
            exit(withError: error)
        }
    }
}
