import PagingEngine
import PagingWire

extension FieldReader {
    /// The titles in `tabs`; none without it.
    func tabs() throws(DecodeError) -> [String] {
        guard has("tabs") else { return [] }
        return try list("tabs", limit: Limits.tabs) { tab throws(DecodeError) in
            try tab.text("title", bytes: Limits.titleBytes, .line)
        }
    }

    func positionIfAny(_ name: StaticString) throws(DecodeError) -> Position? {
        has(name) ? try position(name) : nil
    }
}

extension JSONWriter {
    /// Writes the titles of tabs; without any, nothing.
    mutating func tabs(_ titles: [String]) {
        guard !titles.isEmpty else { return }
        list("tabs", titles) { writer, title in writer.object { $0.field("title", title) } }
    }
}
