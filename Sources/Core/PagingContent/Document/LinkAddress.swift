/// The address of a link that a reader may open.
package struct LinkAddress {
    /// Schemes that lead to the web or to mail; others may reach the reader's own machine.
    private static let schemes: Set<String> = ["http", "https", "mailto"]

    package let text: String

    /// Nil for an address with any other scheme, or none.
    package init?(_ text: String) {
        guard LinkAddress.schemes.contains(text.prefix { $0 != ":" }.lowercased()) else { return nil }
        self.text = text
    }
}
