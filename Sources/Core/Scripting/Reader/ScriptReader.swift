import PagingContent
import PagingEngine
import PagingRoom

/// Reads a script from YAML text and collects all errors.
///
/// Reading never stops at an error: each part that cannot be read is reported and left out, and the script is
/// returned only without errors. `ScriptTable` and the tables of steps state the format.
package enum ScriptReader {
    /// The script in `text`. `file` is only a name for messages.
    ///
    /// - Parameter inputs: what the script may refer to. Without files, its data stay unread.
    package static func read(
        _ text: String, file: String, inputs: ScriptInputs = ScriptInputs()
    ) throws(ScriptErrors) -> Script {
        var source = YAMLSource(file: file)
        let root: ScriptNode
        do {
            root = try source.node(of: text) ?? ScriptNode(content: .mapping([]), line: 1, column: 1)
        } catch {
            throw ScriptErrors([error])
        }
        var pass = ReferencePass(file: file, inputs: inputs)
        let (document, scope) = pass.resolve(root)
        var context = ScriptContext(
            file: file, outline: ScriptOutline(document, hasDuration: inputs.hasDuration), scope: scope,
            content: inputs.content)
        // A field without its value would only repeat the error; a misspelt `vars` or `data` may be the cause of it.
        guard pass.errors.isEmpty else {
            if case .mapping(let entries) = document.content {
                _ = ScriptTable.script.reportUnknownKeys(of: entries, "script", &context)
            }
            let errors = context.sortedErrors + pass.errors
            throw ScriptErrors(errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
        }
        let fields = ScriptTable.script.kind.read(document, "script", &context)
        let errors = context.sortedErrors
        guard errors.isEmpty, let fields else { throw ScriptErrors(errors) }
        var script = fields.script(file: file)
        (script.load.tables, script.load.warnings) = (scope.tables, pass.warnings)
        return script
    }
}
