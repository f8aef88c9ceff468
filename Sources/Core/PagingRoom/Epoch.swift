/// The name of one life of a room's event stream; sequence numbers compare only within it.
package struct Epoch: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}
