/// A WebSocket server that knows nothing of Riffle: what is asked of it while connecting, and where its messages say what
/// they are about. Its users play `PlainStep`s.
public struct PlainEndpoint: Hashable, Sendable {
    public var path: String
    public var headers: [Header] = []
    public var subprotocols: [String] = []

    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(path: String) {
        self.path = path
    }
}
