import CMarkdown

/// The tree the library builds of a text, freed when this value goes.
struct MarkdownTree: ~Copyable {
    private let root: OpaquePointer

    /// The library keeps an arena, its extensions and its table of special characters in globals: one text at a time.
    private static let turn = Turn()

    /// Once per process, under `turn`.
    private static let extensions: Void = cmark_gfm_core_extensions_ensure_registered()

    private init(_ text: String, hasTables: Bool) {
        root = MarkdownTree.turn.take {
            _ = MarkdownTree.extensions
            // Two tildes strike out; one is what people write in front of a number.
            guard let parser = cmark_parser_new(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE) else {
                preconditionFailure("There is no memory for a Markdown parser.")
            }
            defer { cmark_parser_free(parser) }
            for name in ["strikethrough", "tasklist"] + (hasTables ? ["table"] : []) {
                guard let found = cmark_find_syntax_extension(name) else {
                    preconditionFailure("The library was built with its core extensions.")
                }
                cmark_parser_attach_syntax_extension(parser, found)
            }
            var text = text
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
            }
            guard let root = cmark_parser_finish(parser) else {
                preconditionFailure("A parser that was fed has a document.")
            }
            return root
        }
    }

    deinit { cmark_node_free(root) }

    /// Parses `text` and hands the document's node to `body`, for as long as that runs.
    static func read<Value>(_ text: String, hasTables: Bool, _ body: (MarkdownNode) -> Value) -> Value {
        MarkdownTree(text, hasTables: hasTables).withRoot(body)
    }

    /// Borrowing keeps the tree alive until `body` is done.
    private borrowing func withRoot<Value>(_ body: (MarkdownNode) -> Value) -> Value {
        body(MarkdownNode(root))
    }
}

/// A node of a `MarkdownTree`; it owns nothing and is good for as long as the tree is.
struct MarkdownNode {
    private let node: OpaquePointer

    init(_ node: OpaquePointer) {
        self.node = node
    }

    /// The library's word for what this is; extensions have words and no constants.
    var kind: String { String(cString: cmark_node_get_type_string(node)) }

    /// The nodes directly below, in their order.
    var children: [MarkdownNode] {
        var children: [MarkdownNode] = []
        var next = cmark_node_first_child(node)
        while let child = next {
            children.append(MarkdownNode(child))
            next = cmark_node_next(child)
        }
        return children
    }

    /// The text of a leaf, empty for any other node.
    var literal: String { MarkdownNode.text(cmark_node_get_literal(node)) }

    /// What stands behind the fence of a code block.
    var fenceInfo: String { MarkdownNode.text(cmark_node_get_fence_info(node)) }

    /// Where a link or an image leads.
    var address: String { MarkdownNode.text(cmark_node_get_url(node)) }

    /// 1 to 6.
    var headingLevel: Int { Int(cmark_node_get_heading_level(node)) }

    /// The number of an ordered list's first item, nil where there are bullets.
    var listStart: Int? {
        cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : nil
    }

    /// Whether no blank lines stand between a list's items.
    var isTight: Bool { cmark_node_get_list_tight(node) != 0 }

    /// Whether an item of a task list is ticked off; nil for any other.
    var isDone: Bool? {
        kind == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(node) : nil
    }

    /// A table's alignments as the letters `l`, `c` and `r`; 0 where none is said.
    var tableAlignments: [UInt8] {
        let count = Int(cmark_gfm_extensions_get_table_columns(node))
        guard count > 0, let letters = cmark_gfm_extensions_get_table_alignments(node) else { return [] }
        return Array(UnsafeBufferPointer(start: letters, count: count))
    }

    /// All text at any depth below, a blank where lines or blocks meet. Walks without recursion, as nothing bounds
    /// the depth here.
    var plainText: String {
        guard let walk = cmark_iter_new(node) else { preconditionFailure("There is no memory to walk a tree.") }
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
