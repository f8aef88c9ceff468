import PagingContent
import PagingEngine

/// Pages that stand in the script itself.
extension ScriptReader {
    mutating func pages(_ node: ScriptNode) -> [Page]? {
        guard case .list(let nodes) = node.content, nodes.count <= DeckLimits.pages else {
            report("`pages` is a list of at most \(DeckLimits.pages) pages, not \(node.kind)", at: node)
            return nil
        }
        var seen: Set<PageID> = []
        return nodes.compactMap { node in
            guard let page = writtenPage(node) else { return nil }
            if !seen.insert(page.id).inserted { report("there are two pages `\(page.id.text)`", at: node) }
            return page
        }
    }

    private mutating func writtenPage(_ node: ScriptNode) -> Page? {
        guard var fields = fields(of: node, "a page", known: ScriptKeys.page) else { return nil }
        let id = fields.take("id").map { text($0, "a page id") }
        let title = fields.take("title").flatMap { text($0, "a title") }
        let body = fields.take("body").flatMap { text($0, "a body") } ?? ""
        let format = fields.take("format").flatMap { word($0, "format", PageFormat.self) } ?? .plain
        let steps = fields.take("steps").flatMap { integer($0, "steps", in: 0...Int64(DeckLimits.steps)) } ?? 0
        guard let id else {
            report("a page needs an `id`", at: node)
            return nil
        }
        return id.map { Page(id: PageID($0), title: title ?? $0, body: body, format: format, steps: Int(steps)) }
    }
}
