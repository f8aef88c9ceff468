import PagingEngine

extension Replica {
    /// The digest of what is shown at rest (Protocol/README.md, "Digest").
    package var digest: Digest { Digest(of: digestLine) }

    /// The canonical line the digest is taken of.
    package var digestLine: String {
        let slots = window.map { "\($0.index.value):\($0.page.id.text.utf8.count):\($0.page.id.text)" }
        let fields = [
            "riffle1", "settled=\(settled.value)", "target=\(target.value)", "pos=\(Position(page: settled).units)",
            "origin=\(origin.value)", "revision=\(revision)", "count=\(count)", "wrap=\(wrap.rawValue)",
            "window=" + slots.joined(separator: ","),
        ]
        return (fields + (shown > 0 ? ["shown=\(shown)"] : [])).joined(separator: "|")
    }
}
