import PagingContent

/// A WebSocket server that is no Riffle.
extension ScriptReader {
    /// What a connection says for itself.
    private static let ownHeaders = ["host", "upgrade", "connection"]

    mutating func endpoint(_ node: ScriptNode) -> PlainEndpoint? {
        isPlain = true
        guard var fields = fields(of: node, "a target", known: ScriptKeys.target) else { return nil }
        let path = fields.take("path").flatMap { self.path($0) }
        let headers = fields.take("headers").map { self.headers($0) } ?? []
        let subprotocols = fields.take("subprotocols").map { self.subprotocols($0) } ?? []
        let pushNode = fields.take("push")
        timesPushes = pushNode != nil
        var endpoint = PlainEndpoint(path: path ?? "/")
        endpoint.headers = headers
        endpoint.subprotocols = subprotocols
        endpoint.push = pushNode.flatMap { push($0) }
        return endpoint
    }

    private mutating func path(_ node: ScriptNode) -> String? {
        guard let text = text(node, "a path") else { return nil }
        guard text.hasPrefix("/"), text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F && $0 != "#" })
        else {
            report("a path begins with / and has neither blanks nor #, not `\(text)`", at: node)
            return nil
        }
        return text
    }

    private mutating func headers(_ node: ScriptNode) -> [PlainEndpoint.Header] {
        guard case .mapping(let entries) = node.content else {
            report("headers are a mapping of names to values, not \(node.kind)", at: node)
            return []
        }
        return entries.compactMap { header($0) }
    }

    private mutating func header(_ entry: ScriptNode.Entry) -> PlainEndpoint.Header? {
        guard let name = entry.key.text, isToken(name) else {
            report("a header's name is a word of letters, digits and hyphens, not \(entry.key.kind)", at: entry.key)
            return nil
        }
        let lower = name.lowercased()
        guard !ScriptReader.ownHeaders.contains(lower), !lower.hasPrefix("sec-websocket-") else {
            let instead = lower == "sec-websocket-protocol" ? "; use `subprotocols`" : ""
            report("the connection says `\(name)` itself\(instead)", at: entry.key)
            return nil
        }
        guard let value = entry.value.text,
            value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0x7F || $0 == "\t" })
        else {
            report("the value of a header is a line of ASCII text, not \(entry.value.kind)", at: entry.value)
            return nil
        }
        return PlainEndpoint.Header(name: name, value: value)
    }

    private mutating func subprotocols(_ node: ScriptNode) -> [String] {
        guard case .list(let nodes) = node.content else {
            report("`subprotocols` is a list, not \(node.kind)", at: node)
            return []
        }
        return nodes.compactMap { node in
            guard let name = node.text, isToken(name) else {
                report("a subprotocol is a word without blanks or commas, not \(node.kind)", at: node)
                return nil
            }
            return name
        }
    }

    /// A token of RFC 9110 §5.6.2.
    private func isToken(_ text: String) -> Bool {
        let marks = "!#$%&'*+-.^_`|~"
        return !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
    }

    private mutating func push(_ node: ScriptNode) -> PlainEndpoint.Push? {
        guard var fields = fields(of: node, "a push", known: ScriptKeys.push) else { return nil }
        var stamp = PlainEndpoint.Stamp()
        stamp.unit = fields.take("unit").flatMap { word($0, "unit", PlainEndpoint.Stamp.Unit.self) } ?? stamp.unit
        stamp.clock = fields.take("clock").flatMap { word($0, "clock", PlainEndpoint.Stamp.Clock.self) } ?? stamp.clock
        guard let field = fields.take("field") else {
            report("a push needs the `field` that says when it was made", at: node)
            return nil
        }
        return text(field, "a field").map { PlainEndpoint.Push(field: $0, stamp: stamp) }
    }
}
