import PagingEngine

/// One line of a script: member, input, and delay after the previous line.
struct Line {
    var delay: Int64
    var member: MemberID?
    var input: Input
}

/// A seeded script of mixed inputs by three members. Inputs depend on the state of the pager, because most
/// inputs of a blind script would be refused.
struct ScriptWriter {
    private var random: SplitMix
    private var drags: [MemberID: Int64] = [:]
    private var load: Int64 = 0
    let mirrorable: Bool

    init(seed: UInt64, mirrorable: Bool = false) {
        random = SplitMix(seed: seed)
        self.mirrorable = mirrorable
    }

    mutating func configuration(among configurations: [Configuration]) -> Configuration { random.pick(configurations) }

    mutating func order() -> PageOrder {
        let kind = random.below(8)
        guard kind > 1 else { return .unbounded }
        var names = Array("abcdefg012")
        names.shuffle(using: &random)
        let count = kind == 2 ? 0 : random.below(6)
        return .named(String(names.prefix(count)), loops: kind > 4)
    }

    /// The next line for `pager`.
    mutating func line(_ pager: Pager) -> Line {
        let member = random.pick([ann, ann, ben, cem])
        return Line(delay: delay(pager), member: member, input: input(pager, by: member))
    }

    private mutating func delay(_ pager: Pager) -> Int64 {
        switch random.below(12) {
        case 0: return Int64(random.below(4_000))
        case 1, 2: return -Int64(random.below(20))
        case 3, 4:
            let due = pager.nextDeadline?.milliseconds(since: pager.now) ?? 0
            return due + random.within(1)
        default: return Int64(random.below(40))
        }
    }

    private mutating func input(_ pager: Pager, by member: MemberID) -> Input {
        let drag = DragID(drags[member, default: 0])
        switch random.below(mirrorable ? 17 : 27) {
        case 0, 1:
            drags[member, default: 0] += Int64(random.below(5)).signum()
            return .dragBegan(DragID(drags[member, default: 0]), viewport: viewport())
        case 2...7: return .dragMoved(drag, by: way())
        case 8, 9: return .dragEnded(drag, by: way(), velocity: velocity())
        case 10: return .dragCancelled(drag)
        case 11, 12: return .step(random.pick([.back, .forward]), from: pager.target + Int64(random.below(6) / 5))
        case 13: return .jump(pager.target + random.within(3), animated: random.below(3) > 0)
        case 14: return viewport().map(Input.resize) ?? .tick
        case 15: return random.below(4) == 0 ? .holderGone : .tick
        case 16: return random.below(6) == 0 ? .dragEnabled(!pager.dragEnabled) : .dragEnabled(true)
        case 17, 18: return .jumpToItem(random.below(5), animated: random.below(3) > 0)
        case 19, 20: return .content(revision: pager.revision - Int64(random.below(9) / 8), order())
        case 21:
            load += 1
            return .loadBegan(request: load)
        case 22: return .loadEnded(request: load - Int64(random.below(2)))
        case 23: return .configure(Configuration(random.pick([pager.configuration.preset] + Preset.allCases)))
        default:
            drags[member, default: 0] += Int64(random.below(3) / 2)
            let drag = DragID(drags[member, default: 0])
            return random.below(3) == 0 ? .stripEnded(drag, by: way()) : .stripMoved(drag, by: way())
        }
    }

    private mutating func viewport() -> Viewport? {
        let width: Int64 = random.pick([320, 375, 390, 812])
        return Viewport(width: width, stride: width + Int64(random.below(2) * 20))
    }

    private mutating func way() -> Distance {
        switch random.below(10) {
        case 0: Distance(units: random.within(1 << 53))
        case 1: .pages(Double(random.within(2)) / 2)
        default: Distance(units: random.within(100_000))
        }
    }

    private mutating func velocity() -> Velocity {
        switch random.below(4) {
        case 0: .zero
        case 1: Velocity(unitsPerSecond: random.within(1 << 40))
        default: .pages(Double(random.within(60)) / 10)
        }
    }
}
