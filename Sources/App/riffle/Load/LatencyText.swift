/// A time in microseconds as people read it: `850 µs`, `12.3 ms`, `1.25 s`.
struct LatencyText: CustomStringConvertible {
    let description: String

    init(_ microseconds: Int64) {
        switch microseconds {
        case ..<1_000: description = "\(microseconds) µs"
        case ..<1_000_000: description = "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
        default:
            let hundredths = microseconds / 10_000
            let cents = hundredths % 100
            description = "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents) s"
        }
    }
}
