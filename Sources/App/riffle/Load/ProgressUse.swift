import ArgumentParser

/// When a run says where it stands.
enum ProgressUse: String, ExpressibleByArgument, CaseIterable {
    /// One line that changes on a terminal, otherwise `lines`.
    case auto
    /// A line every ten seconds.
    case lines
    case none
}
