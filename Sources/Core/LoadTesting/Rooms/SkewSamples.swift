/// The moments at which windows are compared: whole quarters of a second of the machine's clock, the same for all workers.
struct SkewSamples: Sendable {
    static let everyMicroseconds: Int64 = 250_000

    private(set) var next: LoadTime

    init(start: LoadTime) {
        next = SkewSamples.quarter(behind: start)
    }

    /// The newest moment since the last call; nil without one.
    mutating func take(at now: LoadTime) -> LoadTime? {
        guard next <= now else { return nil }
        next = SkewSamples.quarter(behind: now)
        return next.advanced(byMicroseconds: -SkewSamples.everyMicroseconds)
    }

    private static func quarter(behind moment: LoadTime) -> LoadTime {
        LoadTime(microseconds: (moment.microseconds / everyMicroseconds + 1) * everyMicroseconds)
    }
}
