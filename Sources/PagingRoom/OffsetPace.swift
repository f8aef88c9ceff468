import PagingEngine

/// Says when a changed position is told, and to whom.
///
/// Those who asked for frames get one every 16 ms, about 60 a second; the others every 32 ms while a hand drags,
/// which is as often as a terminal draws.
struct OffsetPace: Sendable {
    static let frameMilliseconds: Int64 = 16
    static let commonMilliseconds: Int64 = 32

    private var frameSentAt: Instant?
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
        frameIsPending = false
        commonIsPending = false
    }

    /// When the next offset is due while a hand drags; nil when everybody knows the place.
    ///
    /// What is for everybody goes to those with frames too, so it keeps to their pace as well.
    func dueWhileDragging(framesWanted: Bool) -> Instant? {
        let common = commonIsPending ? OffsetPace.after(commonSentAt, OffsetPace.commonMilliseconds) : nil
        guard framesWanted else { return common }
        return frameIsPending ? dueFrame : common.map { max($0, dueFrame) }
    }

    /// When the next frame of an animation is due.
    var dueFrame: Instant { OffsetPace.after(frameSentAt, OffsetPace.frameMilliseconds) }

    /// Notes an offset sent at `now` and says whether it was for those with frames only.
    mutating func send(at now: Instant, dragging: Bool) -> Bool {
        frameSentAt = now
        frameIsPending = false
        guard dragging, commonIsPending, OffsetPace.after(commonSentAt, OffsetPace.commonMilliseconds) <= now else {
            return true
        }
        commonSentAt = now
        commonIsPending = false
        return false
    }

    private static func after(_ moment: Instant?, _ milliseconds: Int64) -> Instant {
        moment?.advanced(byMilliseconds: milliseconds) ?? Instant(milliseconds: .min)
    }
}
