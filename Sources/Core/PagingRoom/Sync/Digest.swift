import PagingEngine

/// A 64-bit FNV-1a hash of the canonical line of a picture at rest; equal digests mean equal pictures.
package struct Digest: Hashable, Sendable {
    package var value: UInt64

    package init(value: UInt64) {
        self.value = value
    }
}

extension Digest {
    /// FNV-1a, 64 bits, of the UTF-8 of `line` (Fowler, Noll, Vo; offset basis and prime as published).
    package init(of line: String) {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        value = hash
    }

    /// Sixteen lower-case hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads sixteen lower-case hexadecimal digits.
    package init?(text: String) {
        guard text.utf8.count == 16, text.allSatisfy({ "0123456789abcdef".contains($0) }),
            let value = UInt64(text, radix: 16)
        else { return nil }
        self.value = value
    }
}

extension Replica {
    /// The digest of the picture at rest (Protocol/README.md, "Digest").
    package var digest: Digest { Digest(of: digestLine) }

    /// The canonical line that the digest hashes.
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
