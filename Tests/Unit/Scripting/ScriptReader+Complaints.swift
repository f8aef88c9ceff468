import Scripting

extension ScriptReader {
    /// The errors in a script named `f`; empty when it can be read.
    static func complaints(_ text: String) -> [String] {
        do {
            _ = try read(text, file: "f")
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }
}
