/// Objects joined to one WebSocket message, a line each.
struct MessageBuilder {
    private(set) var bytes: [UInt8] = []

    init(_ frames: [Frame]) {
        for frame in frames { append(frame) }
    }

    mutating func append(_ frame: Frame) {
        if bytes.isEmpty {
            bytes = frame
        } else {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: frame)
        }
    }
}
