import FoundationEssentials
import PagingContent

/// The meaning of the first word of the command line.
enum FirstWord: Equatable {
    /// A command, an option, or nothing.
    case command
    /// The path of a deck, to be presented.
    case deck
    /// Neither; the sentence says what was probably meant.
    case unknown(String)

    /// Reads the words after the name of the program.
    init(_ words: [String], fileExists: (String) -> Bool = FileManager.default.fileExists(atPath:)) {
        guard let first = words.first, !first.hasPrefix("-") else {
            self = .command
            return
        }
        let commands = Riffle.configuration.subcommands.map { $0._commandName }
        if first == "help" {
            self = FirstWord.helpTopic(words.dropFirst().first, commands)
        } else if commands.contains(first) {
            self = .command
        } else if TextFile.isDeck(first), fileExists(first) {
            self = .deck
        } else if TextFile.isDeck(first) {
            self = .unknown("\(first): there is no such file")
        } else {
            self = .unknown(FirstWord.sentence(first, among: commands, noun: "command", list: "riffle --help"))
        }
    }

    private static func helpTopic(_ word: String?, _ commands: [String]) -> FirstWord {
        let topics = HelpTopic.allCases.map(\.rawValue)
        guard let word, !word.hasPrefix("-"), !(commands + topics + ["help"]).contains(word) else { return .command }
        return .unknown(sentence(word, among: commands + topics, noun: "command or topic", list: "riffle help"))
    }

    private static func sentence(_ word: String, among known: [String], noun: String, list: String) -> String {
        let meant = Spelling.nearest(to: word, among: known).map { "; did you mean `\($0)`?" } ?? ""
        return "no \(noun) is called `\(word)`\(meant) (\(list) shows all)"
    }
}
