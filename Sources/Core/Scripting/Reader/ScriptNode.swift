/// A value of a YAML file with its place, independent of the YAML library.
struct ScriptNode: Hashable {
    enum Content: Hashable {
        case scalar(String)
        case list([ScriptNode])
        case mapping([KeyValuePair])
    }

    struct KeyValuePair: Hashable {
        let key: ScriptNode
        let value: ScriptNode
    }

    let content: Content
    /// The line, from 1.
    let line: Int
    let column: Int

    /// The text of a scalar.
    var text: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    /// Whether the value was left out.
    var isEmpty: Bool { text == "" || text == "~" || text == "null" }

    /// The kind of value in words, for errors.
    var kind: String {
        switch content {
        case .scalar(let text): isEmpty ? "nothing" : "`\(text.prefix(40))`"
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
struct ScriptOutline {
    /// Whether the script is for a plain endpoint, and whether its target describes pushes.
    let isPlain: Bool
    let timesPushes: Bool
    let hasDuration: Bool
    /// The end of the run; nil without a duration, or with one that cannot be read.
    let durationMilliseconds: Int64?
    let actorNames: [String]
    /// The tags of actors.
    let tags: Set<String>
    /// The names of actors with many users.
    let crowdNames: Set<String>

    init(_ root: ScriptNode) {
        isPlain = root["target"] != nil
        timesPushes = root["target"]?["push"] != nil
        hasDuration = root["duration"] != nil
        durationMilliseconds = root["duration"]?.text.flatMap(TimeText.milliseconds)
        guard case .list(let actors) = root["actors"]?.content else {
            (actorNames, tags, crowdNames) = ([], [], [])
            return
        }
        actorNames = actors.compactMap { $0["name"]?.text }
        tags = Set(actors.compactMap { $0["tag"]?.text })
        crowdNames = Set(
            actors.filter { $0["users"] ?? $0["rate"] ?? $0["stages"] != nil }.compactMap { $0["name"]?.text })
    }
}
