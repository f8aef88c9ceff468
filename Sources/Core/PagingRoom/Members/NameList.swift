/// The names in a room; no two look the same.
///
/// Spaces around a name are removed. Names that differ only in case, spaces or invisible characters count as the same;
/// a further member of that name gets a number: "Ann (2)".
struct NameList: Sendable {
    /// Length of a name at most, in bytes of UTF-8, as on the wire.
    static let nameBytes = 64
    /// Numbers tried in order; then the search continues at the number of names, for crowds with one name.
    private static let numbersTried = 9

    private var keys: Set<String> = []

    /// Adds `name`, or `substitute` for a missing or invisible name. Returns the name made distinct.
    mutating func add(_ name: String?, else substitute: String) -> String {
        let asked = name.map(NameList.trimmed) ?? ""
        let wish = NameList.key(of: asked).isEmpty ? substitute : asked
        if keys.insert(NameList.key(of: wish)).inserted { return wish }
        var number = 2
        while true {
            let name = NameList.numbered(wish, number)
            if keys.insert(NameList.key(of: name)).inserted { return name }
            number = number == NameList.numbersTried ? max(keys.count, number + 1) : number + 1
        }
    }

    mutating func remove(_ name: String) {
        keys.remove(NameList.key(of: name))
    }

    /// Whether `name` is `wish`, or `wish` with a number.
    static func `is`(_ name: String, aFormOf wish: String) -> Bool {
        let wish = trimmed(wish)
        guard key(of: wish) != key(of: name), !key(of: wish).isEmpty else { return true }
        guard name.hasSuffix(")"), let opening = name.lastIndex(of: "("),
            let number = Int(name[name.index(after: opening)...].dropLast())
        else { return false }
        return key(of: numbered(wish, number)) == key(of: name)
    }

    private static func trimmed(_ name: String) -> String {
        let rest = name.drop(while: \.isWhitespace)
        let end = rest.lastIndex { !$0.isWhitespace }
        return end.map { String(rest[...$0]) } ?? ""
    }

    /// Adds a number; removes whole characters so that it fits.
    private static func numbered(_ name: String, _ number: Int) -> String {
        let suffix = " (\(number))"
        var stem = name
        while stem.utf8.count + suffix.utf8.count > nameBytes { stem.removeLast() }
        return stem + suffix
    }

    /// The part of a name that is compared: equal for names that look the same.
    private static func key(of name: String) -> String {
        let seen = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        return String(String.UnicodeScalarView(seen)).lowercased().filter { !$0.isWhitespace }
    }
}
