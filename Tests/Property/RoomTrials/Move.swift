package import PagingEngine
package import PagingRoom

/// One thing somebody does in a trial, spoken of relative to what there is, so that it still means something when
/// the moves before it are left out.
package enum Move: Hashable, Sendable {
    /// Only time passes.
    case tick
    /// Takes hold with a new drag, or once more with the last one.
    case grab(width: Int64?, isNew: Bool)
    case drag(by: Int64)
    case letGo(by: Int64, velocity: Int64)
    case cancel
    /// From the target, or from a page so far beside it.
    case step(Input.Direction, beside: Int64)
    /// To the page so far from the target.
    case jump(Int64, animated: Bool)
    /// To a page beyond every row.
    case jumpBeyond
    case item(Int, animated: Bool)
    /// Moves the strip of tabs, with a new hand or the last one.
    case strip(by: Int64, isNew: Bool)
    case letGoStrip(by: Int64)
    case resize(width: Int64)
    /// Pages of these names; a stale one replaces a revision that never was.
    case content([Int], wrap: PageOrder.Wrap?, isStale: Bool)
    case configure(Preset, Tweak)
    case dragEnabled(Bool)
    /// Something about the baton, or about who moves the pager.
    case control(ControlAction)
    /// Gives the baton to the member so far down the list.
    case pass(Int)
    /// A step under a grant so far beside the present one.
    case stepUnderGrant(Input.Direction, beside: Int64)
    /// Sends the last request's number with something else.
    case repeatID
    case leave
    case cut
    /// Comes back after a cut, or joins again.
    case comeBack

    /// A field put to an unusual value on top of a preset.
    package enum Tweak: Int, Hashable, Sendable, CaseIterable {
        case none, twoSteps, nobody, sameHolder, clamp, strip, oneSlot, nineSlots, inFlight, never, always, atOnce
        case loopOfThree, shortLease, noSlop, flawed, tooManySlots
    }
}

extension Move {
    /// The same to the other side; only moves of an endless row have another side.
    var mirrored: Move {
        switch self {
        case .drag(let by): .drag(by: -by)
        case .letGo(let by, let velocity): .letGo(by: -by, velocity: -velocity)
        case .step(let direction, let beside): .step(direction == .back ? .forward : .back, beside: -beside)
        case .jump(let pages, let animated): .jump(-pages, animated: animated)
        case .stepUnderGrant(let direction, let beside):
            .stepUnderGrant(direction == .back ? .forward : .back, beside: beside)
        case .strip(let by, let isNew): .strip(by: -by, isNew: isNew)
        case .letGoStrip(let by): .letGoStrip(by: -by)
        default: self
        }
    }
}

extension Configuration {
    /// A preset with one field put to an unusual value.
    init(_ preset: Preset, _ tweak: Move.Tweak) {
        self.init(preset)
        switch tweak {
        case .none: break
        case .twoSteps: maximumStep = 2
        case .nobody: grabWhileSettling = .nobody
        case .sameHolder: grabWhileSettling = .sameHolder
        case .clamp: edge = .clamp
        case .strip: hasStrip = true
        case .oneSlot: windowSlots = 1
        case .nineSlots: windowSlots = 9
        case .inFlight: recentring = .inFlight
        case .never: recentring = .never
        case .always: recentring = .always
        case .atOnce: settle = .linear(durationMilliseconds: 0)
        case .loopOfThree: loopMinimum = 3
        case .shortLease: leaseMilliseconds = 20
        case .noSlop: dragSlop = .zero
        case .flawed: maximumStep = 0
        case .tooManySlots: windowSlots = 99
        }
    }
}
