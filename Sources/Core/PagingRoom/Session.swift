/// The secret by which a member comes back as the same member.
package struct Session: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}
