import ArgumentParser

/// The options for values of a script's variables.
struct VariableOptions: ParsableArguments {
    /// A value for a variable of the script.
    struct Variable: Hashable, Sendable {
        let name: String
        let value: String
    }

    @Option(
        name: .customLong("var"), help: "Value for a variable of the script's `vars`, NAME=VALUE. Repeat for more.",
        transform: VariableOptions.variable)
    var variables: [Variable] = []

    /// The last value given for each name.
    var byName: [String: String] { Dictionary(variables.map { ($0.name, $0.value) }) { $1 } }

    private static func variable(_ text: String) throws -> Variable {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ValidationError("expected NAME=VALUE such as pace=2s, got `\(text)`")
        }
        return Variable(name: parts[0], value: parts[1])
    }
}
