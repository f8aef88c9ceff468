/// Set of characters that a text may contain. Clients write texts to terminals, which execute control characters.
package enum TextRule: Hashable, Sendable {
    /// One line without the control characters of ASCII and Latin-1.
    case line
    /// A line without characters that change the direction of text (U+202A–202E, U+2066–2069, the marks U+200E, U+200F
    /// and U+061C) and without line breaks (U+2028, U+2029).
    case name
    /// A name that a client or a token asks for: without tag characters (U+E0000–E007F), which are invisible. Earlier versions took
    /// them, so a store may have some.
    case newName
    /// Lines separated by `\n`, which may contain tabs.
    case paragraphs

    private var isName: Bool { self == .name || self == .newName }

    /// Reason why `text` breaks the rule; nil when it does not.
    package func objection(to text: String) -> String? {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where self == .paragraphs, 0x09 where self == .paragraphs: continue
            case 0..<0x20, 0x7F..<0xA0: return "a control character has no place here"
            case 0x202A...0x202E where isName, 0x2066...0x2069 where isName, 0x200E...0x200F where isName,
                0x061C where isName:
                return "a character that turns the direction of text has no place here"
            case 0x2028...0x2029 where isName: return "a line break has no place here"
            case 0xE0000...0xE007F where self == .newName: return "an invisible character has no place here"
            default: continue
            }
        }
        return nil
    }
}

extension TextRule {
    /// Reason why no member may get `name` from a join or a token; nil when one may.
    package static func objection(toNewName name: String) -> String? {
        let bytes = name.utf8.count
        return bytes > NameList.nameBytes
            ? "expected at most \(NameList.nameBytes) bytes, got \(bytes)" : newName.objection(to: name)
    }
}
