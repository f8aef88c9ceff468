import PagingContent
import PagingEngine

extension ScriptReader {
    mutating func room(_ node: ScriptNode) -> Script.Room? {
        guard var fields = fields(of: node, "a room", known: ScriptKeys.room) else { return nil }
        let preset = fields.take("preset").flatMap { word($0, "preset", Preset.self) } ?? Script.Room.standard.preset
        let supplier = fields.take("supplier")
        let deck = fields.take("deck")
        let written = fields.take("pages")
        if let supplier, deck != nil {
            report("a room has a supplier or a deck, not both", at: supplier)
        }
        if let written {
            if supplier ?? deck != nil { report("a room with `pages` has no supplier and no deck", at: written) }
            return pages(written).map { Script.Room(preset: preset, source: .supplier(.listed($0))) }
        }
        let named = supplier.flatMap { self.supplier($0) } ?? preset.supplier
        guard let deck else { return Script.Room(preset: preset, source: .supplier(named)) }
        guard let path = text(deck, "a deck's path") else { return nil }
        return Script.Room(preset: preset, source: .deck(path))
    }

    private mutating func supplier(_ node: ScriptNode) -> Supplier? {
        guard let words = text(node, "a supplier") else { return nil }
        do {
            return try Supplier(words: words)
        } catch .unknown(let unknown) {
            let known = unknown.known.joined(separator: ", ")
            report("supplier is \(known), not `\(unknown.word)`", at: node, suggestion: unknown.suggestion)
        } catch {
            report(error.description, at: node)
        }
        return nil
    }
}
