/// What a member may do: viewers watch, members move the pager, presenters also change pages and settings.
public enum Role: String, Hashable, Sendable, CaseIterable {
    case presenter
    case member
    case viewer
}
