import PagingContent
import PagingEngine
import PagingRoom

/// Reads a script from YAML text and collects all errors.
///
/// Reading never stops at an error: each part that cannot be read is reported and left out, and the script is
/// returned only without errors. `ScriptTable` and the tables of steps state the format.
package enum ScriptReader {
    /// The script in `text`. `file` is only a name for messages.
    package static func read(_ text: String, file: String) throws(ScriptErrors) -> Script {
        var source = YAMLSource(file: file)
        let root: ScriptNode
        do {
            root = try source.node(of: text) ?? ScriptNode(content: .mapping([]), line: 1, column: 1)
        } catch {
            throw ScriptErrors([error])
        }
        var context = ScriptContext(file: file, root: root)
        let fields = ScriptTable.script.kind.read(root, "script", &context)
        let errors = context.sortedErrors
        guard errors.isEmpty, let fields else { throw ScriptErrors(errors) }
        return fields.script(file: file)
    }
}
