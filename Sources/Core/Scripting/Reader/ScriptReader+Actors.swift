import PagingContent
import PagingRoom

extension ScriptReader {
    mutating func actors(_ node: ScriptNode) -> [Script.Actor] {
        guard case .list(let nodes) = node.content else {
            report("`actors` is a list, not \(node.kind)", at: node)
            return []
        }
        if nodes.isEmpty { report("a script needs at least one actor", at: node) }
        if nodes.count > ScriptLimits.actors {
            report("a script has at most \(ScriptLimits.actors) actors", at: nodes[ScriptLimits.actors])
        }
        actorNames = nodes.compactMap(name)
        crowdNames = Set(nodes.filter(isCrowd).compactMap(name))
        var seen: Set<String> = []
        return nodes.compactMap { node in
            guard let actor = actor(node) else { return nil }
            if !seen.insert(actor.name).inserted { report("there are two actors named `\(actor.name)`", at: node) }
            return actor
        }
    }

    /// The name alone, so that steps may speak of actors that come later in the file.
    private func name(of node: ScriptNode) -> String? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.first { $0.key.text == "name" }?.value.text
    }

    private func isCrowd(_ node: ScriptNode) -> Bool {
        guard case .mapping(let entries) = node.content else { return false }
        return entries.contains { $0.key.text == "users" || $0.key.text == "rate" }
    }

    private mutating func actor(_ node: ScriptNode) -> Script.Actor? {
        let known = isPlain ? ScriptKeys.plainActor : ScriptKeys.actor
        guard var fields = fields(of: node, "an actor", known: known) else { return nil }
        let name = fields.take("name")
        let role = fields.take("role").flatMap { word($0, "role", Role.self) } ?? .member
        let population = population(&fields, in: node)
        let stepsNode = fields.take("steps")
        let plainSteps = isPlain ? stepsNode.map { self.plainSteps($0) } ?? [] : []
        let steps = isPlain ? [] : stepsNode.map { self.steps($0) } ?? []
        checkOrder(of: steps)
        checkOrder(of: plainSteps)
        guard let name else {
            report("an actor needs a `name`", at: node)
            return nil
        }
        guard let text = text(name, "a name") else { return nil }
        return Script.Actor(
            name: text, role: role, population: population, steps: steps.map(\.step),
            plainSteps: plainSteps.map(\.step), line: node.line)
    }

    /// A name of one of the script's actors.
    mutating func actorName(_ node: ScriptNode) -> String? {
        guard let name = text(node, "an actor's name") else { return nil }
        guard actorNames.contains(name) else {
            report("there is no actor `\(name)`", at: node, suggestion: Spelling.nearest(to: name, among: actorNames))
            return nil
        }
        return name
    }

    /// A name of an actor who is one person, so that the room knows it by this name.
    mutating func personName(_ node: ScriptNode) -> String? {
        guard let name = actorName(node) else { return nil }
        guard !crowdNames.contains(name) else {
            report("`\(name)` stands for many; a wait is for one of them or for so many `members`", at: node)
            return nil
        }
        return name
    }
}
