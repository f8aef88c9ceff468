/// The rooms a token is for: one by name, or all whose names begin alike (`talk-*`, or `*` for every room).
package struct RoomPattern: Hashable, Sendable, CustomStringConvertible {
    private let prefix: String
    private let isPrefix: Bool

    /// `nil` for an empty text, or one with a `*` anywhere but at its end.
    package init?(_ text: String) {
        isPrefix = text.hasSuffix("*")
        prefix = isPrefix ? String(text.dropLast()) : text
        guard !text.isEmpty, !prefix.contains("*") else { return nil }
    }

    /// Whether the room of that name is one of them. Names are compared byte by byte.
    package func includes(_ room: String) -> Bool {
        isPrefix ? room.utf8.starts(with: prefix.utf8) : room.utf8.elementsEqual(prefix.utf8)
    }

    package var description: String { prefix + (isPrefix ? "*" : "") }
}
