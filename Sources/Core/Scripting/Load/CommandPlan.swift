/// A command of this machine's shell at a moment of a load run, such as one that ends a server.
package struct CommandPlan: Hashable, Sendable {
    package var atMilliseconds: Int64
    /// One line for `/bin/sh -c`.
    package var text: String
    package var line: Int

    package init(atMilliseconds: Int64, text: String, line: Int) {
        self.atMilliseconds = atMilliseconds
        self.text = text
        self.line = line
    }
}

/// An entry of `chaos`.
enum ChaosEntry: Hashable, Sendable {
    case fault(FaultPlan)
    case command(CommandPlan)
}
