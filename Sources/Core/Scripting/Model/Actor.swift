package import PagingRoom

extension Script {
    /// Somebody in a scene: a member of the room with a list of things to do.
    package struct Actor: Hashable, Sendable {
        /// The name under which it joins; unique in the script.
        package var name: String
        package var role: Role
        package var population: Population
        package var steps: [Step]
        /// What it does at a plain endpoint, in place of `steps`.
        package var plainSteps: [PlainStep]
        /// The line it stands on.
        package var line: Int

        package init(
            name: String, role: Role, population: Population = .one, steps: [Step], plainSteps: [PlainStep] = [],
            line: Int
        ) {
            self.name = name
            self.role = role
            self.population = population
            self.steps = steps
            self.plainSteps = plainSteps
            self.line = line
        }

        /// Whether the script says when it joins; otherwise it joins before its first step.
        var joinsExplicitly: Bool { steps.contains { $0.action == .join } }

        /// The barriers it waits at, wherever they stand in its steps.
        package var barriers: Set<String> {
            Set(
                steps.flatMap(\.flattened).compactMap { step in
                    guard case .wait(let wait) = step.action else { return nil }
                    guard case .barrier(let name) = wait.condition else { return nil }
                    return name
                })
        }
    }
}
