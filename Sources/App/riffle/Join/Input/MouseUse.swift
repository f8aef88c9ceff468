import ArgumentParser

/// Whether the mouse belongs to the pages or to the terminal.
enum MouseUse: String, ExpressibleByArgument, CaseIterable {
    /// To the pages for those who may move them.
    case auto
    case on
    case off
}
