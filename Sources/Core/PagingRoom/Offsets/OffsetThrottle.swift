import PagingEngine

/// The rate limit of offsets: when a changed position is sent, and to which audience.
///
/// - Frames: members that asked for them get an offset every 16 ms, about 60 per second. After a late frame the next
///   ones may follow after half the interval, until the number of frames has caught up.
/// - Keyframes: the other members get an offset of a drag only when they would extrapolate it wrongly
///   (`DeadReckoning`), on average at most every 16 ms; of a held strip of tabs one every 32 ms, as often as a terminal
///   draws.
struct OffsetThrottle: Sendable {
    static let frameMilliseconds: Int64 = 16
    static let stripMilliseconds: Int64 = 32
    /// How early a keyframe may be sent: drag samples do not arrive evenly.
    static let earlyMilliseconds: Int64 = 8

    /// Frames that may be sent after half the interval.
    private static let framesMadeUp: Int64 = 3
    /// Time of the next frame if every frame since the movement began had been on time; never more than `framesMadeUp`
    /// intervals behind.
    private var frameTurn: Instant?
    /// Earliest time of the next frame of an animation or a drag.
    private(set) var dueFrame = Instant(milliseconds: .min)
    private var stripSentAt: Instant?
    /// Time of the next correcting keyframe if they came evenly, one every 16 ms. Keyframes that only continue an
    /// extrapolation do not count, as the next correction must not wait for them.
    private var keyframeDueAt: Instant?
    /// Whether members with frames lack the newest position.
    private var frameIsPending = false
    /// Whether the other members lack the newest position of the strip.
    private var stripIsPending = false
    /// The extrapolation of readers of keyframes during a drag.
    private(set) var reckoning: DeadReckoning?

    /// The position has changed.
    mutating func moved() {
        frameIsPending = true
        stripIsPending = true
    }

    /// A drag begins at `position`, or new pages put it there; an event publishes that.
    mutating func grabbed(at position: Position, now: Instant) {
        reckoning = DeadReckoning(at: position, now: now)
    }

    /// A drag sample put the pager to `position` at `now`.
    mutating func sampled(_ position: Position, at now: Instant) {
        reckoning?.sampled(position, at: now)
    }

    /// Drops pending offsets: an event that begins or ends a movement publishes the position.
    mutating func rested() {
        frameTurn = nil
        frameIsPending = false
        stripIsPending = false
        reckoning = nil
    }

    /// Time of the next offset during a drag; nil when every audience has the newest position.
    func dueWhileDragging(framesWanted: Bool) -> Instant? {
        guard framesWanted, frameIsPending else { return dueKeyframe }
        return dueKeyframe.map { min($0, dueFrame) } ?? dueFrame
    }

    private var dueKeyframe: Instant? {
        guard let reckoning else {
            return stripIsPending ? OffsetThrottle.after(stripSentAt, OffsetThrottle.stripMilliseconds) : nil
        }
        guard let due = reckoning.due, reckoning.isOff else { return reckoning.due }
        return keyframeDueAt.map { max(due, $0.advanced(byMilliseconds: -OffsetThrottle.earlyMilliseconds)) } ?? due
    }

    /// Takes note of an offset sent at `now`. Returns its audience.
    ///
    /// Members with frames that have the position already get no copy of a keyframe: the copy would delay their next
    /// frame, which follows at once in a drag with 60 samples per second.
    mutating func send(at now: Instant, dragging: Bool) -> OffsetAudience {
        let isKeyframe = dragging && dueKeyframe.map { $0 <= now } == true
        let isFrame = !isKeyframe || (frameIsPending && dueFrame <= now)
        if isKeyframe { sendKeyframe(at: now) }
        if isFrame {
            let interval = OffsetThrottle.frameMilliseconds
            let earliest = now.advanced(byMilliseconds: -OffsetThrottle.framesMadeUp * interval)
            let turn = max(frameTurn ?? now, earliest).advanced(byMilliseconds: interval)
            frameTurn = turn
            dueFrame = max(turn, now.advanced(byMilliseconds: interval / 2))
            frameIsPending = false
        }
        return isKeyframe && isFrame ? .everybody : isFrame ? .frames : .keyframes
    }

    private mutating func sendKeyframe(at now: Instant) {
        guard let isOff = reckoning?.isOff else {
            stripSentAt = now
            stripIsPending = false
            return
        }
        reckoning?.publish(at: now)
        guard isOff else { return }
        keyframeDueAt = max(keyframeDueAt ?? now, now).advanced(byMilliseconds: OffsetThrottle.frameMilliseconds)
    }

    private static func after(_ moment: Instant?, _ milliseconds: Int64) -> Instant {
        moment?.advanced(byMilliseconds: milliseconds) ?? Instant(milliseconds: .min)
    }
}
