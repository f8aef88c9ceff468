import PagingRoom

extension FieldReader {
    /// String of at most `bytes` bytes that follows `rule`; nil when the field is missing.
    func textIfAny(_ name: StaticString, bytes: Int, _ rule: TextRule) throws(DecodeError) -> String? {
        guard let text = try stringIfAny(name, bytes: bytes) else { return nil }
        if let objection = rule.objection(to: text) { throw error(name, objection) }
        return text
    }

    func text(_ name: StaticString, bytes: Int, _ rule: TextRule) throws(DecodeError) -> String {
        guard let text = try textIfAny(name, bytes: bytes, rule) else { throw error(name, "missing") }
        return text
    }
}
