/// What a page's body is written in.
package enum PageFormat: String, Hashable, Sendable, CaseIterable {
    /// Shown as it stands; its own line breaks count.
    case plain
    /// CommonMark with the tables of GitHub; `<!-- pause -->` alone in a line divides the steps.
    case markdown
}
