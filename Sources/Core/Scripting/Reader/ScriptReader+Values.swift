import PagingContent

/// The fields of a mapping, each handed out once.
struct ScriptFields {
    private var values: [String: ScriptNode]

    init(_ entries: [ScriptNode.Entry]) {
        values = [:]
        for entry in entries {
            guard let key = entry.key.text else { continue }
            values[key] = entry.value
        }
    }

    mutating func take(_ key: String) -> ScriptNode? { values.removeValue(forKey: key) }
}

extension ScriptReader {
    /// The fields of a mapping, unknown ones reported; nil when `node` is not a mapping.
    mutating func fields(of node: ScriptNode, _ noun: String, known: [String]) -> ScriptFields? {
        guard case .mapping(let entries) = node.content else {
            report("\(noun) is a mapping of \(known.joined(separator: ", ")), not \(node.kind)", at: node)
            return nil
        }
        for entry in entries where entry.key.text.map({ !known.contains($0) }) ?? true {
            let key = entry.key.text ?? ""
            report(
                "\(noun) has no key `\(key)`", at: entry.key, suggestion: Spelling.nearest(to: key, among: known))
        }
        return ScriptFields(entries)
    }

    mutating func text(_ node: ScriptNode, _ noun: String) -> String? {
        guard let text = node.text, !node.isEmpty else {
            report("\(noun) is text, not \(node.kind)", at: node)
            return nil
        }
        return text
    }

    mutating func word(_ node: ScriptNode, _ noun: String, among known: [String]) -> String? {
        guard let word = node.text, known.contains(word) else {
            let nearest = node.text.flatMap { Spelling.nearest(to: $0, among: known) }
            report(
                "\(noun) is \(known.joined(separator: ", ")), not \(node.kind)", at: node, suggestion: nearest)
            return nil
        }
        return word
    }

    mutating func word<Word>(_ node: ScriptNode, _ noun: String, _ type: Word.Type) -> Word?
    where Word: RawRepresentable<String> & CaseIterable {
        word(node, noun, among: Word.allCases.map(\.rawValue)).flatMap(Word.init)
    }

    mutating func integer(_ node: ScriptNode, _ noun: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let number = node.text.flatMap({ Int64($0) }) else {
            report("\(noun) is a whole number, not \(node.kind)", at: node)
            return nil
        }
        guard range.contains(number) else {
            report("\(noun) is \(words(range)), not \(number)", at: node)
            return nil
        }
        return number
    }

    mutating func decimal(_ node: ScriptNode, _ noun: String, in range: ClosedRange<Double>) -> Double? {
        guard let number = node.text.flatMap(plainDecimal) else {
            report("\(noun) is a number, not \(node.kind)", at: node)
            return nil
        }
        guard range.contains(number) else {
            report("\(noun) is between \(range.lowerBound) and \(range.upperBound), not \(number)", at: node)
            return nil
        }
        return number
    }

    mutating func flag(_ node: ScriptNode, _ noun: String) -> Bool? {
        word(node, noun, among: ["true", "false"]).map { $0 == "true" }
    }

    /// A length of time with its unit, in milliseconds.
    mutating func duration(_ node: ScriptNode, _ noun: String) -> Int64? {
        guard let text = node.text, !node.isEmpty else {
            report("\(noun) is a time like 200ms, not \(node.kind)", at: node)
            return nil
        }
        return duration(text, noun, at: node)
    }

    mutating func duration(_ text: String, _ noun: String, at node: ScriptNode) -> Int64? {
        let unit = String(text.reversed().prefix { $0.isLetter }.reversed())
        let factors: [String: Double] = ["ms": 1, "s": 1_000, "m": 60_000]
        guard let number = plainDecimal(String(text.dropLast(unit.count))), number >= 0 else {
            report("\(noun) is a time like 200ms, not `\(text)`", at: node)
            return nil
        }
        guard let factor = factors[unit] else {
            let message = unit.isEmpty ? "`\(text)` needs a unit: ms, s or m" : "`\(unit)` is no unit: ms, s or m"
            report(message, at: node)
            return nil
        }
        let milliseconds = (number * factor).rounded()
        guard milliseconds <= Double(ScriptLimits.durationMilliseconds) else {
            report("\(noun) is at most a day, not `\(text)`", at: node)
            return nil
        }
        return Int64(milliseconds)
    }

    /// Digits with a sign and a point; no exponents, no hexadecimal, no infinity.
    func plainDecimal(_ text: String) -> Double? {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }) else { return nil }
        return Double(text)
    }

    private func words(_ range: ClosedRange<Int64>) -> String {
        range.upperBound == Int64.max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
