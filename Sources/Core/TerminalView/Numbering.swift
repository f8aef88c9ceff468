/// What is counted along a page while its text is laid out.
struct Numbering {
    /// Visible characters so far.
    private(set) var count = 0
    /// Addresses of links shown so far, so that each stands on the page once.
    var addresses: Set<String> = []

    mutating func take() -> Int {
        defer { count += 1 }
        return count
    }
}
