import PagingEngine

/// Says when a changed position is told, and to whom.
///
/// Those who asked for frames get one every 16 ms, about 60 a second. The others are told of a hand what they would not
/// have foreseen (`DeadReckoning`), no more often than that in the long run; of the strip of tabs they get a place every
/// 32 ms, which is as often as a terminal draws.
/// A frame that came late does not make the next ones late: they may follow sooner, by half, until the number of frames
/// is again what it would have been.
struct OffsetThrottle: Sendable {
    static let frameMilliseconds: Int64 = 16
    static let stripMilliseconds: Int64 = 32
    /// A sample may come so much early, and is told nevertheless: hands and networks are not even.
    static let earlyMilliseconds: Int64 = 8

    /// How many frames may follow sooner.
    private static let framesMadeUp: Int64 = 3
    /// When the next frame would be due if each since the movement began had come in its time, at most so many too few.
    private var frameTurn: Instant?
    /// When the next frame of an animation or of a hand is due.
    private(set) var dueFrame = Instant(milliseconds: .min)
    private var stripSentAt: Instant?
    /// When the others would be told next of a place they do not show, if all came evenly, one every 16 ms. That a
    /// hand goes on or has fallen silent is told beside it: what it does next must not wait for that.
    private var handDueAt: Instant?
    /// A position that those with frames have not been told yet, and one of the strip that the others have not.
    private var frameIsPending = false
    private var stripIsPending = false
    /// What the others go by while a hand has the pager.
    private(set) var hand: DeadReckoning?

    mutating func moved() {
        frameIsPending = true
        stripIsPending = true
    }

    /// A hand takes hold at `place`, or finds itself there with new pages, and everybody is told.
    mutating func grabbed(at place: Position, now: Instant) {
        hand = DeadReckoning(at: place, now: now)
    }

    /// The hand that took hold was at `place` at `now`.
    mutating func sampled(_ place: Position, at now: Instant) {
        hand?.sampled(place, at: now)
    }

    /// Nothing is left to tell: the event that begins or ends a movement tells its place.
    mutating func rested() {
        frameTurn = nil
        frameIsPending = false
        stripIsPending = false
        hand = nil
    }

    /// When the next offset is due while a hand drags; nil when everybody knows the place.
    func dueWhileDragging(framesWanted: Bool) -> Instant? {
        guard framesWanted, frameIsPending else { return dueCommon }
        return dueCommon.map { min($0, dueFrame) } ?? dueFrame
    }

    private var dueCommon: Instant? {
        guard let hand else {
            return stripIsPending ? OffsetThrottle.after(stripSentAt, OffsetThrottle.stripMilliseconds) : nil
        }
        guard let due = hand.due, hand.isOff else { return hand.due }
        return handDueAt.map { max(due, $0.advanced(byMilliseconds: -OffsetThrottle.earlyMilliseconds)) } ?? due
    }

    /// Notes an offset sent at `now` and says whom it is for.
    ///
    /// Those with frames who know the place get no copy of it: it would make the next one, which a hand that moves
    /// 60 times a second brings right behind, wait for its turn.
    mutating func send(at now: Instant, dragging: Bool) -> OffsetAudience {
        let isCommon = dragging && dueCommon.map { $0 <= now } == true
        let isFrame = !isCommon || (frameIsPending && dueFrame <= now)
        if isCommon { sendCommon(at: now) }
        if isFrame {
            let interval = OffsetThrottle.frameMilliseconds
            let earliest = now.advanced(byMilliseconds: -OffsetThrottle.framesMadeUp * interval)
            let turn = max(frameTurn ?? now, earliest).advanced(byMilliseconds: interval)
            frameTurn = turn
            dueFrame = max(turn, now.advanced(byMilliseconds: interval / 2))
            frameIsPending = false
        }
        return isCommon && isFrame ? .everybody : isFrame ? .frames : .keyframes
    }

    private mutating func sendCommon(at now: Instant) {
        guard let isOff = hand?.isOff else {
            stripSentAt = now
            stripIsPending = false
            return
        }
        hand?.tell(at: now)
        guard isOff else { return }
        handDueAt = max(handDueAt ?? now, now).advanced(byMilliseconds: OffsetThrottle.frameMilliseconds)
    }

    private static func after(_ moment: Instant?, _ milliseconds: Int64) -> Instant {
        moment?.advanced(byMilliseconds: milliseconds) ?? Instant(milliseconds: .min)
    }
}
