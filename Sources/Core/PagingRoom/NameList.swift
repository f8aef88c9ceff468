/// The names in a room, no two of which look the same.
///
/// A name loses the spaces around it. What only differs in letters' case or in characters nobody sees counts as the
/// same name; the newcomer then gets a number behind it: "Ann (2)".
struct NameList: Sendable {
    /// Bytes of UTF-8 a name has at most, as on the wire.
    static let nameBytes = 64
    /// Numbers tried one after another before a crowd of one name goes on by the size of the room.
    private static let numbersTried = 9

    private var keys: Set<String> = []

    /// Takes in `name`, or `substitute` where there is none or nothing to be seen in it, and returns it made distinct.
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

    /// Whether somebody who asked for `wish` may be called `name`, numbers included.
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

    /// Cuts whole characters so that the number still fits.
    private static func numbered(_ name: String, _ number: Int) -> String {
        let suffix = " (\(number))"
        var stem = name
        while stem.utf8.count + suffix.utf8.count > nameBytes { stem.removeLast() }
        return stem + suffix
    }

    /// What two names that look the same have in common.
    private static func key(of name: String) -> String {
        let seen = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        return String(String.UnicodeScalarView(seen)).lowercased().filter { !$0.isWhitespace }
    }
}
