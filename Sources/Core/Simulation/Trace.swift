/// The last events of a world, in words.
struct Trace {
    let isOn: Bool
    private var lines: [String] = []
    private static let length = 400

    init(isOn: Bool) {
        self.isOn = isOn
    }

    mutating func add(_ line: String) {
        var line = line
        for module in ["PagingRoom.", "PagingEngine.", "PagingContent.", "PagingWire.", "PagingServer."] {
            line.replace(module, with: "")
        }
        lines.append(line)
        if lines.count > 2 * Trace.length { lines.removeFirst(Trace.length) }
    }

    /// The last `count` up to the first complaint, or up to the end.
    func story(_ count: Int) -> [String] { Array(lines.suffix(count)) }
}
