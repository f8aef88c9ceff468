import PagingEngine

/// When the next picture may be drawn: no more often than the frame rate, but at once for who has just touched a key.
struct FramePace {
    /// Pictures asked for by a hand do not come closer than this; a terminal shows no more.
    private static let handMilliseconds: Int64 = 8

    private let frameMilliseconds: Int64
    private var drawnAt = Instant(milliseconds: .min / 2)
    /// When the last picture was drawn: what moved then has still to be drawn at rest.
    var lastDrawn: Instant { drawnAt }

    /// For so long after a touch pictures come at the hand's pace: what the room makes of a key comes a moment after
    /// the picture that shows nothing of it yet.
    private static let answerMilliseconds: Int64 = 100

    private var touchedAt = Instant(milliseconds: .min / 2)
    /// Whether something has changed.
    var isDirty = true
    /// When the clock or a countdown in the picture says something else.
    var changesAt: Instant?

    init(framesPerSecond: Int) {
        frameMilliseconds = Int64(max(1, 1_000 / framesPerSecond))
    }

    /// Somebody has typed or moved the mouse.
    mutating func touched(at now: Instant) {
        touchedAt = now
        isDirty = true
    }

    /// Whether there is something to draw that is not moving by itself.
    func isDue(at now: Instant) -> Bool { isDirty || changesAt.map { $0 <= now } == true }

    /// When the next picture may come.
    var next: Instant {
        let isAnswer = drawnAt < touchedAt.advanced(byMilliseconds: FramePace.answerMilliseconds)
        return drawnAt.advanced(
            byMilliseconds: isAnswer ? min(FramePace.handMilliseconds, frameMilliseconds) : frameMilliseconds)
    }

    mutating func drawn(at now: Instant) {
        drawnAt = now
        isDirty = false
    }

    /// When the next picture of a movement comes.
    func frame(after now: Instant) -> Instant { now.advanced(byMilliseconds: frameMilliseconds) }
}
