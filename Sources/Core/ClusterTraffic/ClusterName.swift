import PagingWire

/// The name that separates clusters on one fabric: 1 to 32 of A–Z a–z 0–9 _ -
package struct ClusterName: Hashable, Sendable, CustomStringConvertible {
    static let maximumBytes = 32

    package let text: String

    package init?(_ text: String) {
        guard text.utf8.count <= ClusterName.maximumBytes, RoomName.isValid(text), !text.contains(".") else {
            return nil
        }
        self.text = text
    }

    package var description: String { text }
}
