import ArgumentParser
import ClusterTraffic
import PagingRoom
import PagingServer
import WebSocketLoop

/// The words that an option takes, and the value they stand for.
struct OptionValue<Value: Sendable>: Sendable {
    /// Name of the word in help texts, such as `count`.
    let placeholder: String
    /// Description of a valid word, such as "a number from 1 to 64"; it follows "expected".
    let expected: String
    /// All valid words, where they can be listed.
    var choices: [String] = []
    let parse: @Sendable (String) -> Value?
    /// The word for a value, such as a default.
    let text: @Sendable (Value) -> String

    /// Why `word` is not valid; nil when it is.
    func problem(with word: String) -> String? {
        guard !word.isEmpty else { return "expected \(expected), got nothing" }
        return parse(word) == nil ? "expected \(expected), got `\(word)`" : nil
    }
}

extension OptionValue<String> {
    /// Any text.
    static func text(_ placeholder: String, expected: String = "a value") -> OptionValue {
        OptionValue(placeholder: placeholder, expected: expected, parse: { $0 }, text: { $0 })
    }

    static let file = OptionValue.text("file", expected: "a path")

    static let node = OptionValue(
        placeholder: "name", expected: "a name of 1 to 64 of A-Z a-z 0-9 . _ -",
        parse: { NodeName.isValid($0) ? $0 : nil }, text: { $0 })

    /// A range of addresses, kept as it was written.
    static let addressRange = OptionValue(
        placeholder: "cidr", expected: "an address or a range such as 10.0.0.0/8, without bits after the range",
        parse: { AddressRange($0) == nil ? nil : $0 }, text: { $0 })
}

extension OptionValue<ClusterName> {
    static let cluster = OptionValue(
        placeholder: "name", expected: "a name of 1 to 32 of A-Z a-z 0-9 _ -", parse: { ClusterName($0) },
        text: { $0.text })
}

extension OptionValue<Bool> {
    static let flag = OptionValue(
        placeholder: "", expected: "true or false", choices: ["true", "false"], parse: { Bool($0) }, text: { "\($0)" })
}

extension OptionValue<Int> {
    static func integer(_ placeholder: String, _ range: ClosedRange<Int>) -> OptionValue {
        OptionValue(
            placeholder: placeholder, expected: "a number from \(range.lowerBound) to \(range.upperBound)",
            parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" })
    }

    /// A number of things; 0 stands for no limit where the option allows it.
    static func count(from least: Int = 1, to most: Int = 10_000_000) -> OptionValue {
        integer("count", least...most)
    }

    static let bytes = OptionValue.integer("bytes", 256...1 << 30)
}

extension OptionValue<Int64> {
    /// A time in milliseconds, written with its unit.
    static let time = OptionValue(
        placeholder: "time", expected: "a time such as 500ms or 30s", parse: { Milliseconds(argument: $0)?.value },
        text: { Milliseconds($0).description })
}

extension OptionValue<ListenAddress> {
    static let address = OptionValue(
        placeholder: "host:port", expected: "HOST:PORT such as 127.0.0.1:7420, or a PORT of this machine",
        parse: { ListenAddress(argument: $0) }, text: { $0.description })
}

extension OptionValue where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words of `Value`.
    static func choice(_ placeholder: String, _: Value.Type) -> OptionValue {
        let words = Value.allCases.map(\.rawValue)
        return OptionValue(
            placeholder: placeholder, expected: "one of " + words.joined(separator: ", "), choices: words,
            parse: { Value(rawValue: $0) }, text: { $0.rawValue })
    }
}
