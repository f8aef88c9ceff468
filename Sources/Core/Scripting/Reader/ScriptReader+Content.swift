import PagingContent
import PagingEngine

extension ScriptReader {
    mutating func content(_ node: ScriptNode) -> ContentEdit? {
        let known = ScriptKeys.content
        guard var fields = fields(of: node, "a content step", known: known) else { return nil }
        let given = known.compactMap { key in fields.take(key).map { (key: key, value: $0) } }
        guard given.count == 1, let edit = given.first else {
            report("a content step is one of \(known.joined(separator: ", "))", at: node)
            return nil
        }
        switch edit.key {
        case "deck": return text(edit.value, "a deck's path").map { .deck($0) }
        case "pages": return pages(edit.value).map { .pages($0) }
        case "remove": return removal(edit.value)
        case "insert": return insertion(edit.value)
        default: return change(edit.value)
        }
    }

    private mutating func removal(_ node: ScriptNode) -> ContentEdit? {
        guard case .list(let nodes) = node.content, !nodes.isEmpty else {
            report("`remove` is a list of pages, not \(node.kind)", at: node)
            return nil
        }
        return .remove(nodes.compactMap { reference($0) })
    }

    private mutating func insertion(_ node: ScriptNode) -> ContentEdit? {
        guard var fields = fields(of: node, "an insertion", known: ScriptKeys.insertion) else { return nil }
        let id = fields.take("id").map { text($0, "a page id") }
        let title = fields.take("title").flatMap { text($0, "a title") }
        let body = fields.take("body").flatMap { text($0, "a body") } ?? ""
        let before = fields.take("before")
        let after = fields.take("after")
        guard let neighbour = before ?? after, before == nil || after == nil else {
            report("an insertion says `before` or `after` which page", at: node)
            return nil
        }
        guard let id else {
            report("an insertion needs the new page's `id`", at: node)
            return nil
        }
        guard let id, let reference = reference(neighbour) else { return nil }
        let page = Page(id: PageID(id), title: title ?? id, body: body)
        return .insert(page, before == nil ? .after : .before, reference)
    }

    private mutating func change(_ node: ScriptNode) -> ContentEdit? {
        guard var fields = fields(of: node, "a change", known: ScriptKeys.change) else { return nil }
        let title = fields.take("title").flatMap { text($0, "a title") }
        let body = fields.take("body").flatMap { text($0, "a body") }
        guard let page = fields.take("page") else {
            report("a change says which `page`", at: node)
            return nil
        }
        return reference(page).map { .change($0, title: title, body: body) }
    }

    /// `current`, `target`, `settled`, or the id of a page.
    private mutating func reference(_ node: ScriptNode) -> ContentEdit.PageReference? {
        switch text(node, "a page") {
        case nil: nil
        case "current": .current
        case "target": .target
        case "settled": .settled
        case .some(let id): .id(PageID(id))
        }
    }
}
