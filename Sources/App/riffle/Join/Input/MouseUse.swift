import ArgumentParser

/// Whether mouse reports go to the pages or stay with the terminal.
enum MouseUse: String, ExpressibleByArgument, CaseIterable {
    /// To the pages for members that may move them.
    case auto
    case on
    case off
}
