import PagingContent
import PagingEngine
import PagingRoom

/// Reads a script from YAML text, and collects everything that is wrong in it.
///
/// Reading never stops at an error: each part that cannot be read is reported and left out, and the script is only
/// handed back when nothing was reported.
package struct ScriptReader {
    let file: String
    /// Names of all actors, known before the first step is read, and of those that stand for many users.
    var actorNames: [String] = []
    var crowdNames: Set<String> = []
    /// Whether the script is for a plain endpoint, and whether that says how pushes are timed.
    var isPlain = false
    var timesPushes = false
    /// Whether the script says when it ends.
    var hasDuration = false
    private var errors: [ScriptError] = []

    init(file: String) {
        self.file = file
    }

    /// The script in `text`. `file` is only a name for messages.
    package static func read(_ text: String, file: String) throws(ScriptErrors) -> Script {
        var source = YAMLSource(file: file)
        let root: ScriptNode?
        do {
            root = try source.node(of: text)
        } catch {
            throw ScriptErrors([error])
        }
        var reader = ScriptReader(file: file)
        let script = reader.script(root ?? ScriptNode(content: .mapping([]), line: 1, column: 1))
        guard reader.errors.isEmpty, let script else {
            throw ScriptErrors(reader.errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
        }
        return script
    }

    /// Notes an error at `node`, once; a repeated part is read twice.
    mutating func report(_ message: String, at node: ScriptNode, suggestion: String? = nil) {
        report(message, line: node.line, column: node.column, suggestion: suggestion)
    }

    mutating func report(_ message: String, line: Int, column: Int, suggestion: String? = nil) {
        let error = ScriptError(file: file, line: line, column: column, message: message, suggestion: suggestion)
        guard !errors.contains(error) else { return }
        errors.append(error)
    }

    private mutating func script(_ node: ScriptNode) -> Script? {
        guard var fields = fields(of: node, "a script", known: ScriptKeys.script) else { return nil }
        version(fields.take("riffle"), in: node)
        let title = fields.take("title").flatMap { text($0, "a title") }
        let plain = fields.take("target").flatMap { endpoint($0) }
        let room = fields.take("room").flatMap { riffleOnly("room", $0) }.flatMap { self.room($0) } ?? .standard
        let seed = fields.take("seed").flatMap { integer($0, "a seed", in: 0...Int64.max) }
        let durationNode = fields.take("duration")
        hasDuration = durationNode != nil
        let durationMilliseconds = durationNode.flatMap { span($0, "a duration") }
        guard let list = fields.take("actors") else {
            report("a script needs `actors`", at: node)
            return nil
        }
        let actors = actors(list)
        let load = load(&fields, plain, durationMilliseconds: durationMilliseconds)
        return Script(file: file, title: title, room: room, seed: seed.map(UInt64.init), actors: actors, load: load)
    }

    private mutating func version(_ node: ScriptNode?, in script: ScriptNode) {
        guard let node else {
            report("a script begins with its version: `riffle: \(Script.version)`", at: script)
            return
        }
        guard let version = integer(node, "a version", in: 1...Int64.max), version != Script.version else { return }
        report("this is version \(version); known is \(Script.version)", at: node)
    }
}
