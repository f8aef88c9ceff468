import Support

/// A value of a YAML file with its place, independent of the YAML library.
struct ScriptNode: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case scalar(String)
        /// A scalar with values that only users have.
        case template(ReferenceText)
        case list([ScriptNode])
        case mapping([KeyValuePair])
    }

    struct KeyValuePair: Hashable, Sendable {
        let key: ScriptNode
        let value: ScriptNode
    }

    let content: Content
    /// The line, from 1.
    let line: Int
    let column: Int
    /// Whether a scalar stands in quotes, so that it is a text whatever it looks like.
    var isQuoted = false

    /// The text of a scalar.
    var text: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    /// Whether the value was left out.
    var isEmpty: Bool { text == "" || text == "~" || text == "null" }

    /// The kind of value in words, for errors.
    var kind: String {
        switch content {
        case .scalar(let text): isEmpty ? "nothing" : "`\(text.beginning(40))`"
        case .template(let text): "`\(text.description.prefix(40))`, which is known only while a user plays"
        case .list(let elements): elements.isEmpty ? "an empty list" : "a list"
        case .mapping: "a mapping"
        }
    }

    /// The value of a key; nil when this is no mapping or has no such key.
    subscript(key: String) -> ScriptNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.text == key }?.value
    }
}

/// The facts that a part of the document needs from another part: the names of all actors, and whether the script is
/// for a plain endpoint.
struct ScriptOutline: Hashable, Sendable {
    /// Whether the script is for a plain endpoint, and whether its target, or the profile of that, describes pushes.
    let isPlain: Bool
    let timesPushes: Bool
    /// Whether its target has a profile, which knows refusals and may number pushes.
    let hasProfile: Bool
    /// Whether an actor has steps before its connection.
    let hasBefore: Bool
    let hasDuration: Bool
    /// Whether all users leave at some time, whatever steps they have left.
    let hasEnd: Bool
    /// The end of the run; nil without a duration, or with one that cannot be read.
    let durationMilliseconds: Int64?
    let actorNames: [String]
    /// The tags of actors.
    let tags: Set<String>
    /// The names of actors with many users.
    let crowdNames: Set<String>
    /// The names of checks.
    let checkNames: Set<String>

    /// - Parameter hasDuration: whether the caller gives the run a duration.
    init(_ root: ScriptNode, hasDuration: Bool = false) {
        isPlain = root["target"] != nil
        timesPushes = (root["target"]?["push"] ?? root["target"]?["profile"]) != nil
        hasProfile = root["target"]?["profile"] != nil
        self.hasDuration = hasDuration || root["duration"] != nil
        hasBefore = root["actors"]?.hasElement(with: "before") == true
        hasEnd = self.hasDuration || root["actors"]?.hasElement(with: "stages") == true
        durationMilliseconds = root["duration"]?.text.flatMap(TimeText.milliseconds)
        guard case .list(let actors) = root["actors"]?.content else {
            (actorNames, tags, crowdNames, checkNames) = ([], [], [], [])
            return
        }
        actorNames = actors.compactMap { $0["name"]?.text }
        tags = Set(actors.compactMap { $0["tag"]?.text })
        crowdNames = Set(
            actors.filter { $0["users"] ?? $0["rate"] ?? $0["stages"] != nil }.compactMap { $0["name"]?.text })
        checkNames = Set(actors.flatMap { $0.checkNames })
    }
}

extension ScriptNode {
    /// Whether a list has a mapping with this key.
    fileprivate func hasElement(with key: String) -> Bool {
        guard case .list(let nodes) = content else { return false }
        return nodes.contains { $0[key] != nil }
    }

    /// The names of the checks in it, at any depth.
    fileprivate var checkNames: [String] {
        switch content {
        case .scalar, .template: []
        case .list(let nodes): nodes.flatMap(\.checkNames)
        case .mapping(let entries):
            entries.flatMap { entry in
                let own = entry.key.text == "check" ? entry.value["name"]?.text : nil
                return [own].compactMap(\.self) + entry.value.checkNames
            }
        }
    }
}
