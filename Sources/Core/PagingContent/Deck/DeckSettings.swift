/// Settings of a deck as a whole, from its front matter; nil for those that it does not mention.
package struct DeckSettings: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var event: String?
    /// As it is written.
    package var date: String?
    package var author: String?
    /// Name of a theme, or a theme file's path.
    package var theme: String?
    /// As it is written (`PageFooter`).
    package var footer: String?

    package init() {}
}
