import PagingEngine

/// The time of the next picture: at most at the frame rate, but at once after a key or a mouse movement.
struct FramePace {
    /// Least time between pictures that answer a touch; a terminal shows no more.
    private static let touchMilliseconds: Int64 = 8
    /// Time after a touch in which pictures come at that rate. The room's answer to a key comes a moment after the
    /// first picture, which does not show it yet.
    private static let answerMilliseconds: Int64 = 100

    private let frameMilliseconds: Int64
    private var touchedAt = Instant(milliseconds: .min / 2)
    /// When the last picture was drawn; a movement of that time must still be drawn at rest.
    private(set) var lastDrawn = Instant(milliseconds: .min / 2)
    /// Whether something has changed.
    private(set) var isDirty = true
    /// When a clock or a countdown in the picture changes.
    private(set) var changesAt: Instant?

    init(framesPerSecond: Int) {
        frameMilliseconds = Int64(max(1, 1_000 / framesPerSecond))
    }

    /// Somebody has typed or moved the mouse.
    mutating func touched(at now: Instant) {
        touchedAt = now
        isDirty = true
    }

    mutating func setNeedsDisplay() { isDirty = true }

    /// Whether there is a change to draw, apart from movements.
    func isDue(at now: Instant) -> Bool { isDirty || changesAt.map { $0 <= now } == true }

    /// When the next picture may come.
    var next: Instant {
        let isAnswer = lastDrawn < touchedAt.advanced(byMilliseconds: FramePace.answerMilliseconds)
        return lastDrawn.advanced(
            byMilliseconds: isAnswer ? min(FramePace.touchMilliseconds, frameMilliseconds) : frameMilliseconds)
    }

    mutating func drawn(at now: Instant, changesAt: Instant? = nil) {
        (lastDrawn, self.changesAt) = (now, changesAt)
        isDirty = false
    }

    /// When the next picture of a movement comes.
    func frame(after now: Instant) -> Instant { now.advanced(byMilliseconds: frameMilliseconds) }
}
