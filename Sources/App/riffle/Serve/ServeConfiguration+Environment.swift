import PagingContent

extension ServeConfiguration {
    /// What `RIFFLE_*` says. A name that is nearly an option's is an error, any other is somebody else's business.
    static func words(
        ofEnvironment environment: [String: String], _ errors: inout [ServeConfigurationError]
    ) -> Words {
        let variables = Dictionary(uniqueKeysWithValues: Option.allCases.map { ($0.variable, $0) })
        let known = Option.allCases.map(\.variable)
        var words: Words = [:]
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix("RIFFLE_") {
            guard let option = variables[name] else {
                if let meant = Spelling.nearest(to: name, among: known) {
                    errors.append(ServeConfigurationError(.variable(name), "no such setting", suggestion: meant))
                }
                continue
            }
            let given =
                option.isRepeated ? value.split(separator: ",").map { $0.trimmingPrefix(" ").description } : [value]
            for word in given {
                guard let problem = option.problem(with: word) else { continue }
                let meant = Spelling.nearest(to: word, among: option.choices)
                errors.append(ServeConfigurationError(.variable(name), problem, suggestion: meant))
            }
            if !given.isEmpty { words[option] = given }
        }
        if let (option, rival) = rivalry(in: words) {
            errors.append(ServeConfigurationError(.variable(option.variable), "not together with \(rival.variable)"))
        }
        return words
    }
}
