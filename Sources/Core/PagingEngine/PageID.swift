/// The name of a page, which stays with it when pages before it come or go.
public struct PageID: Hashable, Sendable {
    public var text: String

    public init(_ text: String) {
        self.text = text
    }
}
