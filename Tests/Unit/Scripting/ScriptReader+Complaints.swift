import Scripting

extension ScriptReader {
    /// What is wrong with a script in a file `f`; nothing when it can be read.
    static func complaints(_ text: String) -> [String] {
        do {
            _ = try read(text, file: "f")
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }
}
