import ArgumentParser
import Testing

@testable import riffle

/// Help pages have one line for each paragraph in the source and are wrapped once, to the width of the terminal.
@Suite struct HelpTextTests {
    private static let widths = [60, 80, 120]

    private static func commands(_ type: any ParsableCommand.Type = Riffle.self) -> [any ParsableCommand.Type] {
        [type] + type.configuration.subcommands.flatMap { commands($0) }
    }

    private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

    /// The lines after which a paragraph goes on although its next word had room.
    private static func earlyBreaks(_ text: String, columns: Int) -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            // Indented lines are literal, except those of options, which stand in the second column.
            let isParagraph = indent(next) == 0 || indent(next) == 26
            let isSame =
                indent(line) == indent(next) || indent(next) == 26 && indent(line) == 2 && line.prefix(26).last == " "
            guard isParagraph, isSame, !line.isEmpty, let word = next.split(separator: " ").first else { return nil }
            return line.count + 1 + word.count < columns ? line : nil
        }
    }

    @Test(arguments: widths) func commandsAreWrappedToTheWidth(columns: Int) {
        for command in Self.commands() {
            let text = Riffle.helpMessage(for: command, columns: columns)
            for line in text.split(separator: "\n") where line.count > columns && !line.hasPrefix("USAGE:") {
                Issue.record("\(command) at \(columns) columns: \(line)")
            }
        }
    }

    @Test(arguments: widths) func paragraphsOfCommandsAreWrappedOnce(columns: Int) {
        for command in Self.commands() {
            let text = Riffle.helpMessage(for: command, columns: columns)
            for line in Self.earlyBreaks(text, columns: columns) {
                Issue.record("\(command) at \(columns) columns breaks early after: \(line)")
            }
        }
    }

    /// Examples are copied into a shell, so none of them breaks in a terminal of 80 columns.
    @Test func examplesAreNotWrapped() {
        for command in Self.commands() {
            let help = Set(Riffle.helpMessage(for: command, columns: 80).split(separator: "\n"))
            for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
                #expect(help.contains(line), "\(command)")
            }
        }
    }

    @Test(arguments: HelpTopic.allCases, widths) func topicsAreWrappedToTheWidth(topic: HelpTopic, columns: Int) {
        let longest = topic.lines(columns: columns).map(\.count).max() ?? 0
        // Keys and examples are literal.
        #expect(longest <= max(columns, topic == .keys || topic == .scripts ? 80 : 0))
    }

    @Test func aParagraphIsFilledAndIndented() {
        let lines = HelpText.wrapped("one two three four", columns: 11, indent: "  ")
        #expect(lines == ["  one two", "  three", "  four"])
        #expect(HelpText.wrapped("unbreakable", columns: 4) == ["unbreakable"])
        #expect(HelpText.wrapped("", columns: 4, indent: " ") == [" "])
    }

    @Test func aTableHasAHangingIndent() {
        let rows = [(term: "a", meaning: "one two three"), (term: "a long term indeed", meaning: "four")]
        #expect(
            HelpText.table(rows, columns: 14) == [
                "  a  one two", "     three", "  a long term indeed", "     four",
            ])
    }

    @Test func everyOptionIsInItsTopic() {
        let text = HelpTopic.configuration.lines(columns: 80).joined(separator: "\n")
        for option in OptionSpec.serve { #expect(text.contains("  \(option.name): ")) }
    }
}
