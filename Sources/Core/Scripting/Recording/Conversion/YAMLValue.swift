/// A value as YAML.
indirect enum YAMLValue {
    /// A text with quotes where it requires them.
    case text(String)
    case nothing
    case list([YAMLValue])
    case mapping([(String, YAMLValue)])

    static func quoted(_ text: String) -> YAMLValue { .text(YAMLWord.quoted(text)) }

    /// The value in one line.
    var line: String {
        switch self {
        case .text(let text): text
        case .nothing: ""
        case .list(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .mapping(let entries): "{" + entries.map { "\($0.0): \($0.1.line)" }.joined(separator: ", ") + "}"
        }
    }

    private static let lineColumns = 110

    /// The lines after `head`, such as `- drag:` or `room:`: one line where the value fits, otherwise a block
    /// indented by `indent`.
    func lines(behind head: String, indent: String) -> [String] {
        let line = self.line
        let isShort = head.count + line.count < YAMLValue.lineColumns
        switch self {
        case .text, .nothing: return [line.isEmpty ? head : "\(head) \(line)"]
        case .list where isShort, .mapping where isShort: return ["\(head) \(line)"]
        case .list(let elements): return [head] + YAMLValue.block(elements, indent: indent)
        case .mapping(let entries):
            return [head]
                + entries.flatMap { $0.1.lines(behind: "\(indent)\($0.0):", indent: indent + "  ") }
        }
    }

    /// The elements, a line each; of pairs, such as the points of a path, as many as fit a line.
    private static func block(_ elements: [YAMLValue], indent: String) -> [String] {
        let isFlat = elements.allSatisfy { if case .list = $0 { true } else { false } }
        guard isFlat else { return elements.flatMap { $0.element(indent: indent) } }
        var lines: [String] = []
        for element in elements.map(\.line) {
            if let last = lines.last, last.count + element.count < lineColumns {
                lines[lines.count - 1] += ", " + element
            } else {
                if !lines.isEmpty { lines[lines.count - 1] += "," }
                lines.append(indent + (lines.isEmpty ? "[" : " ") + element)
            }
        }
        lines[lines.count - 1] += "]"
        return lines
    }

    private func element(indent: String) -> [String] {
        guard case .mapping(let entries) = self, entries.count == 1,
            indent.count + 2 + line.count >= YAMLValue.lineColumns
        else { return ["\(indent)- \(line)"] }
        return entries[0].1.lines(behind: "\(indent)- \(entries[0].0):", indent: indent + "    ")
    }
}
