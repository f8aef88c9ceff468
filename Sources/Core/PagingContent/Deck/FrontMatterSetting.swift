/// A setting of a deck by Riffle's own name.
struct FrontMatterSetting {
    let key: String
    /// In one line; nil where the front matter has a list or a mapping.
    let value: String?
    let line: Int
    /// The column of the value, from 1.
    let column: Int

    /// The setting as a line of front matter.
    var text: String {
        let key = key.lowercased()
        let value = value ?? ""
        let isPlain =
            value.first.map { !"\"'[{|>&*!%@`#-".contains($0) } == true && !value.contains(" #")
            && value[...].trimmed == value
        guard !isPlain else { return "\(key): \(value)" }
        return "\(key): \"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension FrontMatterTree {
    /// The settings, those within `theme`, `options` and others included, in their order. A name with a dot is one that means
    /// nothing here.
    var settings: [FrontMatterSetting] { entries.flatMap(FrontMatterTree.settings) }

    /// Riffle's names of settings that other programs name otherwise.
    private static let names = [
        "sub_title": "subtitle", "authors": "author", "incrementalLists": "incremental_lists",
    ]

    private static func settings(of entry: SettingEntry) -> [FrontMatterSetting] {
        let key = names[entry.key] ?? entry.key
        func setting(_ key: String, _ value: String?) -> FrontMatterSetting {
            FrontMatterSetting(key: key, value: value, line: entry.line, column: entry.column)
        }
        switch (key, entry.node) {
        case (_, .text(let text)): return [setting(key, text)]
        case ("author", let node): return [setting(key, people(node))]
        case ("footer", .map(let parts)): return [setting(key, footer(parts))]
        case ("theme", .map(let parts)):
            return parts.flatMap { part -> [FrontMatterSetting] in
                switch (part.key, part.node) {
                case ("name", .text(let name)), ("path", .text(let name)): return [setting(key, name)]
                case ("override", .map(let inner)):
                    return inner.map { part in
                        guard part.key == "footer", case .map(let parts) = part.node else {
                            return setting("theme.\(part.key)", nil)
                        }
                        return setting("footer", footer(parts))
                    }
                default: return [setting("theme.\(part.key)", nil)]
                }
            }
        case ("options", .map(let parts)), ("patat", .map(let parts)):
            return parts.map { part in
                let name = names[part.key] ?? part.key
                guard ["incremental_lists", "end_slide_shorthand"].contains(name), case .text(let text) = part.node
                else {
                    return setting("\(key).\(name)", nil)
                }
                return setting(name, text)
            }
        default: return [setting(key, nil)]
        }
    }

    /// The names in a list of people; each may be a mapping with a `name`.
    private static func people(_ node: SettingValue) -> String? {
        switch node {
        case .text(let text): return text
        case .list(let items):
            let names = items.compactMap(people).filter { !$0.isEmpty }
            return names.isEmpty ? nil : names.joined(separator: ", ")
        case .map(let entries): return entries.first { $0.key == "name" }.flatMap { people($0.node) }
        }
    }

    /// The parts of a footer as presenterm names them, in one line; nil for a footer of another kind.
    private static func footer(_ parts: [SettingEntry]) -> String? {
        func text(_ name: String) -> String {
            guard case .text(let text)? = parts.first(where: { $0.key == name })?.node else { return "" }
            return text.replacing("|", with: "/")
        }
        let texts = ["left", "center", "right"].map(text)
        return texts.allSatisfy(\.isEmpty) ? nil : texts.joined(separator: " | ")
    }
}
