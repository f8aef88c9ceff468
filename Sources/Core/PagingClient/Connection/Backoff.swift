import PagingEngine
import PagingWire

/// The wait before the next attempt, with full jitter, so that clients that were disconnected together do not reconnect
/// together (Brooker, "Exponential Backoff and Jitter", 2015).
struct Backoff: Sendable {
    private var attempts = 0
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
    }

    mutating func reset() { attempts = 0 }

    /// A wait between the band's lower bound and a ceiling that doubles with each attempt up to the upper bound.
    mutating func next(in band: Retry) -> Int64 {
        attempts += 1
        let low = max(band.minimumMilliseconds, 0)
        let doubled = max(low, 1) << Int64(min(attempts, 20))
        let high = max(min(doubled, band.maximumMilliseconds), low)
        return Int64.random(in: low...high, using: &random)
    }
}
