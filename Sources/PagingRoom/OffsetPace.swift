import PagingEngine

/// Says when a changed position is told, and to whom.
///
/// Those who asked for frames get one every 16 ms, about 60 a second; the others every 32 ms while a hand drags,
/// which is as often as a terminal draws. A frame that came late does not make the next ones late: they may follow
/// sooner, by half, until the number of frames is again what it would have been.
struct OffsetPace: Sendable {
    static let frameMilliseconds: Int64 = 16
    static let commonMilliseconds: Int64 = 32

    /// How many frames may follow sooner.
    private static let framesMadeUp: Int64 = 3
    /// When the next frame would be due if each since the movement began had come in its time, at most so many too few.
    private var frameTurn: Instant?
    /// When the next frame of an animation or of a hand is due.
    private(set) var dueFrame = Instant(milliseconds: .min)
    private var commonSentAt: Instant?
    /// A position that those with frames, or everybody, have not been told yet.
    private var frameIsPending = false
    private var commonIsPending = false

    mutating func moved() {
        frameIsPending = true
        commonIsPending = true
    }

    /// Nothing is left to tell: the event that begins or ends a movement tells its place.
    mutating func rested() {
        frameTurn = nil
        frameIsPending = false
        commonIsPending = false
    }

    /// When the next offset is due while a hand drags; nil when everybody knows the place.
    ///
    /// A frame that is pending is about to go out anyway, and then to everybody whose turn it is.
    func dueWhileDragging(framesWanted: Bool) -> Instant? {
        if framesWanted, frameIsPending { return dueFrame }
        return commonIsPending ? dueCommon : nil
    }

    private var dueCommon: Instant { OffsetPace.after(commonSentAt, OffsetPace.commonMilliseconds) }

    /// Notes an offset sent at `now` and says whom it is for.
    ///
    /// Those with frames who know the place get no copy of it: it would make the next one, which a hand that moves
    /// 60 times a second brings right behind, wait for its turn.
    mutating func send(at now: Instant, dragging: Bool) -> OffsetAudience {
        let isCommon = dragging && commonIsPending && dueCommon <= now
        let isFrame = !isCommon || frameIsPending
        if isCommon {
            commonSentAt = now
            commonIsPending = false
        }
        if isFrame {
            let interval = OffsetPace.frameMilliseconds
            let earliest = now.advanced(byMilliseconds: -OffsetPace.framesMadeUp * interval)
            let turn = max(frameTurn ?? now, earliest).advanced(byMilliseconds: interval)
            frameTurn = turn
            dueFrame = max(turn, now.advanced(byMilliseconds: interval / 2))
            frameIsPending = false
        }
        return isCommon && isFrame ? .everybody : isFrame ? .frames : .keyframes
    }

    private static func after(_ moment: Instant?, _ milliseconds: Int64) -> Instant {
        moment?.advanced(byMilliseconds: milliseconds) ?? Instant(milliseconds: .min)
    }
}
