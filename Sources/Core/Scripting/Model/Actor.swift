package import PagingRoom

extension Script {
    /// A member of the room with a list of steps, or many members with the same steps.
    package struct Actor: Hashable, Sendable {
        /// The name under which it joins; unique in the script.
        package var name: String
        package var role: Role
        package var population: Population
        /// The name of a group of actors whose measures are shown together.
        package var tag: String?
        /// Whether its users stay out of the measures of the whole run.
        package var isApart: Bool
        /// The access token of each of its users; nil for that of the run.
        package var token: ReferenceText?
        /// The steps of each user before its connection.
        package var before: [PlainStep]
        package var steps: [Step]
        /// The steps at a plain endpoint, instead of `steps`.
        package var plainSteps: [PlainStep]
        /// The line in the file.
        package var line: Int

        package init(
            name: String, role: Role, population: Population = .one, tag: String? = nil, isApart: Bool = false,
            token: ReferenceText? = nil, before: [PlainStep] = [], steps: [Step], plainSteps: [PlainStep] = [],
            line: Int
        ) {
            self.name = name
            self.role = role
            self.population = population
            (self.tag, self.isApart, self.token) = (tag, isApart, token)
            self.before = before
            self.steps = steps
            self.plainSteps = plainSteps
            self.line = line
        }

        /// Whether `join` is one of the steps; otherwise the actor joins before its first step.
        var joinsExplicitly: Bool { steps.contains { $0.action == .join } }

        /// The names of the checks in its steps.
        package var checkNames: [String] {
            (before + plainSteps).flatMap(\.flattened).compactMap { step in
                if case .check(let name, _) = step.action { name } else { nil }
            }
        }

        /// The barriers in its steps.
        package var barriers: Set<String> { Set(placedBarriers.map(\.name)) }

        /// Each step that waits at a barrier.
        var placedBarriers: [(name: String, line: Int)] {
            steps.flatMap(\.flattened).compactMap { step in
                guard case .wait(let wait) = step.action, case .barrier(let name) = wait.condition else { return nil }
                return (name, step.line)
            }
                + plainSteps.flatMap(\.flattened).compactMap { step in
                    if case .barrier(let name, _) = step.action { (name, step.line) } else { nil }
                }
        }
    }
}

extension Script.Actor {
    /// The longest its steps can take while its connection holds, in milliseconds; at most a thousand years.
    package var longestMilliseconds: Int64 {
        let arrival = joinsExplicitly ? 0 : Performer.arrivalMilliseconds
        return Step.sum([arrival] + steps.map { $0.action.spec.longestMilliseconds($0.action) })
    }
}

extension Step {
    /// A thousand years.
    static let longest: Int64 = 1_000 * 365 * 86_400_000

    static func sum(_ times: [Int64]) -> Int64 { times.reduce(0) { min($0 + min($1, longest), longest) } }
}
