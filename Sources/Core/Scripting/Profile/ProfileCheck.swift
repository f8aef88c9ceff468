import PagingContent

/// The rules of a profile that its tables cannot state: names that nothing fills, and kinds and fields that its framing lacks.
struct ProfileCheck {
    private let profile: Profile
    /// Parameters without a value.
    private let open: Set<String>

    init(_ profile: Profile, open: Set<String>) {
        self.profile = profile
        self.open = open
    }

    func report(at root: ScriptNode, _ context: inout ScriptContext) {
        for (problem, section) in problems { context.report(problem, at: root[section] ?? root) }
    }

    private var problems: [(text: String, section: String)] {
        var found: [(String, String)] = []
        found += problemsOfUserValues
        var known = Set(["id", "user"] + profile.userValues.map(\.key))
        for step in profile.open {
            switch step {
            case .send(let frame): found += problems(of: frame, known: known, "open")
            case .expect(let rule, let captures):
                found += problems(of: rule, "open") + problems(of: captures.map(\.value), rule, "open")
                known.formUnion(captures.map(\.key))
            }
        }
        for answer in profile.alive.answers {
            found += problems(of: answer.rule, "alive")
            found += problems(of: answer.captures.map(\.value), answer.rule, "alive")
            let names = known.union(answer.captures.map(\.key))
            if let frame = answer.answer { found += problems(of: frame, known: names, "alive") }
        }
        if let beat = profile.alive.beat { found += problems(of: beat, known: known, "alive") }
        for message in profile.messages {
            found += problems(of: message.value.frame, known: nil, "messages")
            guard let reply = message.value.reply else { continue }
            found += problems(of: reply.rule, "messages")
            found += problems(of: [reply.number, reply.body].compactMap(\.self), reply.rule, "messages")
        }
        if let push = profile.push {
            found += problems(of: push.rule, "push")
            found += problems(of: [push.body, push.topic, push.sequence].compactMap(\.self), push.rule, "push")
        }
        for failure in profile.errors {
            found += problems(of: failure.rule, "errors")
            found += problems(
                of: [failure.code, failure.number, failure.text].compactMap(\.self), failure.rule, "errors")
        }
        for frame in profile.close { found += problems(of: frame, known: known, "close") }
        return found
    }

    /// Values of users are known only when a frame is sent.
    private var problemsOfUserValues: [(String, String)] {
        var fixed: [(texts: [String], section: String)] = [
            ([profile.path], "path"), (profile.headers.map(\.value), "headers"), (profile.subprotocols, "subprotocols"),
        ]
        fixed += profile.open.compactMap { step in
            if case .expect(let rule, _) = step { (rule.texts, "open") } else { nil }
        }
        fixed += profile.alive.answers.map { ($0.rule.texts, "alive") }
        fixed += profile.messages.compactMap(\.value.reply).map { ($0.rule.texts, "messages") }
        if let push = profile.push { fixed.append((push.rule.texts, "push")) }
        fixed += profile.errors.map { ($0.rule.texts, "errors") }
        return profile.userValues.flatMap { value in
            fixed.filter { $0.texts.contains { $0.contains("{{\(value.key)}}") } }.map { _, section in
                (
                    "`\(section)`: expected a value of `\(value.key)` that is the same for all users, got \(value.value); values of users stand in frames to send only",
                    section
                )
            }
        }
    }

    /// - Parameter known: names that have a value; nil: a script gives the others.
    private func problems(of frame: FrameTemplate, known: Set<String>?, _ section: String) -> [(String, String)] {
        var found: [(String, String)] = []
        if let known {
            for name in frame.names where !known.contains(name) && !open.contains(name) {
                found.append(
                    (
                        "`\(section)`: expected a parameter, a captured value, {{id}} or {{user}}, got {{\(name)}}",
                        section
                    ))
            }
        }
        if profile.framing.hasNoKinds {
            if !frame.kind.isEmpty || !frame.fields.isEmpty {
                found.append(
                    (
                        "`\(section)`: frames of the framing `\(profile.framing.rawValue)` have a body alone, got a kind or fields",
                        section
                    ))
            }
        } else if let kinds = profile.framing.sentKinds {
            found += problems(of: frame.kind, frame.fields.map(\.key), in: kinds, section)
        } else if frame.kind.isEmpty {
            found.append(("`\(section)`: a frame of `\(profile.framing.rawValue)` requires a `kind`", section))
        }
        return found
    }

    private func problems(of rule: FrameRule, _ section: String) -> [(String, String)] {
        problems(of: rule.paths, rule, section)
    }

    private func problems(of paths: [FramePath], _ rule: FrameRule, _ section: String) -> [(String, String)] {
        let fields = paths.filter { !$0.isPointer && !$0.isBody }.map(\.text)
        guard let kinds = profile.framing.receivedKinds else { return [] }
        if let kind = rule.kind { return problems(of: kind, fields, in: kinds, section) }
        let all = kinds.values.reduce(into: Set()) { $0.formUnion($1) }
        return problems(of: fields, in: all, section)
    }

    private func problems(
        of kind: String, _ fields: [String], in kinds: [String: Set<String>], _ section: String
    ) -> [(String, String)] {
        guard let known = kinds[kind] else {
            let words = Phrase.list(kinds.keys.sorted(), "or")
            return [
                ("`\(section)`: expected the kind \(words.isEmpty ? "to be left out" : words), got `\(kind)`", section)
            ]
        }
        return problems(of: fields, in: known, section)
    }

    private func problems(of fields: [String], in known: Set<String>, _ section: String) -> [(String, String)] {
        fields.filter { !known.contains($0) }.map { field in
            let words = known.isEmpty ? "none" : Phrase.list(known.sorted(), "or")
            return (
                "`\(section)`: expected a field of the frame (\(words)) or a JSON Pointer that begins with /, got `\(field)`",
                section
            )
        }
    }
}

extension Script {
    /// Errors of the script's calls that show only beside the profile.
    package func problems(with profile: Profile?) -> [ScriptError] {
        actors.flatMap(\.plainSteps).flatMap(\.flattened).compactMap { step in
            guard case .call(let call, _) = step.action else { return nil }
            guard let profile else {
                return error("`call` requires a profile: target: {profile: NAME}, or --profile NAME", at: step)
            }
            guard let message = profile.message(call.message) else {
                let known = profile.messages.map(\.key)
                return error(
                    "`call`: the profile has no message `\(call.message)`, but \(known.isEmpty ? "none" : Phrase.list(known, "and"))",
                    at: step, suggestion: Spelling.nearest(to: call.message, among: known))
            }
            let arguments = profile.arguments(of: message)
            let given = call.values.map(\.key)
            if let unknown = given.first(where: { !arguments.contains($0) }) {
                let words = arguments.isEmpty ? "none" : Phrase.list(arguments, "and")
                return error(
                    "`call`: the arguments of `\(call.message)` are \(words), got `\(unknown)`", at: step,
                    suggestion: Spelling.nearest(to: unknown, among: arguments))
            }
            guard let missing = arguments.first(where: { !given.contains($0) }) else { return nil }
            return error(
                "`call`: `\(call.message)` requires `\(missing)`: call: {message: \(call.message), with: {\(missing): …}}",
                at: step)
        }
    }

    private func error(_ message: String, at step: PlainStep, suggestion: String? = nil) -> ScriptError {
        ScriptError(file: file, line: step.line, column: 1, message: message, suggestion: suggestion)
    }
}
