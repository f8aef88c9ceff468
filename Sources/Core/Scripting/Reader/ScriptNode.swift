/// A value of a YAML file with its place: all the reader needs to know of YAML.
struct ScriptNode: Hashable {
    enum Content: Hashable {
        case scalar(String)
        case list([ScriptNode])
        case mapping([Entry])
    }

    struct Entry: Hashable {
        let key: ScriptNode
        let value: ScriptNode
    }

    let content: Content
    /// From 1.
    let line: Int
    let column: Int

    /// The text of a scalar.
    var text: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    /// Whether nothing was written.
    var isEmpty: Bool { text == "" || text == "~" || text == "null" }

    /// What people call this kind of value.
    var kind: String {
        switch content {
        case .scalar(let text): isEmpty ? "nothing" : "`\(text)`"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
