import CMarkdown
import Platform

/// Parse tree of a text by cmark-gfm, freed at the end of this value's lifetime.
struct MarkdownTree: ~Copyable {
    private let root: OpaquePointer

    /// Lock around the parser. The library has global state (its extensions and its table of special characters), so it
    /// parses one text at a time.
    private static let parserLock = Locked(())

    /// Registration of the extensions, once per process and under `parserLock`.
    private static let extensions: Void = cmark_gfm_core_extensions_ensure_registered()

    private init(_ text: String, hasTables: Bool) {
        root = MarkdownTree.parserLock.withLock { MarkdownTree.parse(text, hasTables: hasTables) }
    }

    private static func parse(_ text: String, hasTables: Bool) -> OpaquePointer {
        _ = MarkdownTree.extensions
        // Footnotes are part of the parser, not an extension.
        // Two tildes strike a text out; one tilde often precedes a number.
        guard let parser = cmark_parser_new(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE | CMARK_OPT_FOOTNOTES) else {
            preconditionFailure("Expected memory for a Markdown parser, got none.")
        }
        defer { cmark_parser_free(parser) }
        for name in ["strikethrough", "tasklist"] + (hasTables ? ["table"] : []) {
            guard let found = cmark_find_syntax_extension(name) else {
                preconditionFailure("Expected the extension \(name) in the library, got none.")
            }
            cmark_parser_attach_syntax_extension(parser, found)
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let root = cmark_parser_finish(parser) else {
            preconditionFailure("Expected a document from the parser, got none.")
        }
        return root
    }

    deinit { cmark_node_free(root) }

    /// Parses `text` and calls `body` with the document's node. The tree lives until `body` returns.
    static func read<Value>(_ text: String, hasTables: Bool, _ body: (MarkdownNode) -> Value) -> Value {
        MarkdownTree(text, hasTables: hasTables).withRoot(body)
    }

    /// Borrows the tree, which keeps it alive until `body` returns.
    private borrowing func withRoot<Value>(_ body: (MarkdownNode) -> Value) -> Value {
        body(MarkdownNode(root))
    }
}

/// Node of a `MarkdownTree`, valid while the tree lives.
struct MarkdownNode {
    private let node: OpaquePointer

    init(_ node: OpaquePointer) {
        self.node = node
    }

    /// Kind of the node as the library names it. Nodes of extensions have names and no constants.
    var kind: String {
        // The library has no names for these two.
        let type = cmark_node_get_type(node)
        if type == CMARK_NODE_FOOTNOTE_REFERENCE { return "footnote_reference" }
        if type == CMARK_NODE_FOOTNOTE_DEFINITION { return "footnote_definition" }
        return String(cString: cmark_node_get_type_string(node))
    }

    var isFootnote: Bool { kind == "footnote_definition" }

    /// Child nodes in order.
    var children: [MarkdownNode] {
        var children: [MarkdownNode] = []
        var next = cmark_node_first_child(node)
        while let child = next {
            children.append(MarkdownNode(child))
            next = cmark_node_next(child)
        }
        return children
    }

    /// Text of a leaf; empty for other nodes.
    var literal: String { MarkdownNode.text(cmark_node_get_literal(node)) }

    /// Info string after the fence of a code block.
    var fenceInfo: String { MarkdownNode.text(cmark_node_get_fence_info(node)) }

    /// Address of a link or an image.
    var address: String { MarkdownNode.text(cmark_node_get_url(node)) }

    /// Level of a heading, 1 to 6.
    var headingLevel: Int { Int(cmark_node_get_heading_level(node)) }

    /// Number of an ordered list's first item; nil for a list with bullets.
    var listStart: Int? {
        cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil
    }

    /// Whether a list has no blank lines between its items.
    var isTight: Bool { cmark_node_get_list_tight(node) != 0 }

    /// Whether an item of a task list is done; nil for other items.
    var isDone: Bool? {
        kind == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(node) : nil
    }

    /// Alignments of a table's columns as the letters `l`, `c` and `r`; 0 for none.
    var tableAlignments: [UInt8] {
        let count = Int(cmark_gfm_extensions_get_table_columns(node))
        guard count > 0, let letters = cmark_gfm_extensions_get_table_alignments(node) else { return [] }
        return Array(UnsafeBufferPointer(start: letters, count: count))
    }

    /// All text below the node, with a space between lines and between blocks. Iterates without recursion, because the
    /// depth is unbounded here.
    var plainText: String {
        guard let walk = cmark_iter_new(node) else { preconditionFailure("Expected memory for an iterator, got none.") }
        defer { cmark_iter_free(walk) }
        var text = ""
        while true {
            let event = cmark_iter_next(walk)
            guard event != CMARK_EVENT_DONE, let current = cmark_iter_get_node(walk) else { return text.joinedLines }
            let place = MarkdownNode(current)
            switch place.kind {
            case "text", "code": text += place.literal
            case "code_block": text += place.literal + " "
            case "html_block", "html_inline", "emph", "strong", "strikethrough", "link", "image": continue
            default: text += " "
            }
        }
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String {
        characters.map { String(cString: $0) } ?? ""
    }
}
