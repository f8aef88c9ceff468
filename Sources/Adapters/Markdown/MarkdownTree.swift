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
