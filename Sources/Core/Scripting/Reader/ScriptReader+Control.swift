import PagingRoom

extension ScriptReader {
    private static let controlWords: [String: ControlStep] = [
        "request": .request, "release": .release, "take": .take,
    ]

    /// A word, or a mapping of one: `request`, `release`, `take`, `{grant: Bob}`, `{policy: baton}`.
    mutating func control(_ node: ScriptNode) -> ControlStep? {
        guard case .mapping(let entries) = node.content else {
            let words = ["request", "release", "take"]
            return word(node, "control", among: words).flatMap { ScriptReader.controlWords[$0] }
        }
        guard var fields = fields(of: node, "control", known: ScriptKeys.control) else { return nil }
        guard entries.count == 1 else {
            report("control is one thing at a time: `grant` to somebody, or a `policy`", at: node)
            return nil
        }
        if let heir = fields.take("grant") { return text(heir, "who gets the baton").map { .grant(to: $0) } }
        return fields.take("policy").flatMap { word($0, "a policy", Policy.self) }.map { .policy($0) }
    }
}
