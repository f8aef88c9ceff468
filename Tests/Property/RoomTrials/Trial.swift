package import PagingContent
package import PagingEngine
package import PagingRoom

/// A short scene for three actors, made from a seed: the first is a presenter, the others are members.
package struct Trial: Hashable, Sendable {
    /// A move, how many milliseconds after the one before, and whose it is.
    package struct Entry: Hashable, Sendable {
        package var afterMilliseconds: Int64
        package var actor: Int
        package var move: Move
    }

    package let seed: UInt64
    package let preset: Preset
    package let tweak: Move.Tweak
    package let supplier: Supplier
    /// Whether somebody wants offsets during animations.
    package let wantsFrames: Bool
    package let policy: Policy
    package var entries: [Entry]
}

extension Trial {
    /// Moves of a trial at most.
    private static let length: Int64 = 30

    /// The trial of a seed, always the same one.
    package init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let preset = random.pick(Preset.allCases)
        let tweak =
            random.flag() ? .none : random.pick(Move.Tweak.allCases.filter { $0 != .flawed && $0 != .tooManySlots })
        let supplier = Trial.supplier(for: preset, &random)
        let isEndless = supplier.list == nil
        let changesContent = !isEndless || random.rarely(4)
        let wantsFrames = random.rarely(4)
        let policy = random.pick([.open, .open, .open, .baton, .baton, Policy.presenters])
        let count = random.integer(5...Trial.length)
        let entries = (0..<count).map { _ in
            Trial.entry(changesContent: changesContent, &random)
        }
        self.init(
            seed: seed, preset: preset, tweak: tweak, supplier: supplier, wantsFrames: wantsFrames, policy: policy,
            entries: entries)
    }

    private static func supplier(for preset: Preset, _ random: inout SplitMix) -> Supplier {
        switch random.next() % 4 {
        case 0: return preset.supplier
        case 1: return random.flag() ? .numbers : .animals(seed: random.next())
        case 2:
            guard let pages = Supplier.contents.list else { return .contents }
            return .delayed(pages, milliseconds: random.pick([0, 1, 100, 3_000]))
        default: return .items((0..<Int(random.integer(0...6))).map { "item \($0)" })
        }
    }

    private static func entry(changesContent: Bool, _ random: inout SplitMix) -> Entry {
        let after: Int64 = random.pick([
            0, 0, 1, 8, 16, 16, 16, 33, 60, 99, 100, 101, 150, 200, 294, 514, 735, 1_500, 3_000, 9_000, 29_990,
        ])
        let actor = Int(random.integer(0...2))
        return Entry(
            afterMilliseconds: random.rarely(40) ? -after : after, actor: actor,
            move: move(changesContent, &random))
    }

    private static func move(_ changesContent: Bool, _ random: inout SplitMix) -> Move {
        if random.rarely(6) { return control(&random) }
        return random.rarely(4) ? rare(changesContent, &random) : common(&random)
    }

    private static func control(_ random: inout SplitMix) -> Move {
        switch random.next() % 10 {
        case 0...2: .control(.request)
        case 3: .control(.release)
        case 4: .control(.take)
        case 5: .pass(Int(random.integer(0...3)))
        case 6: .control(.policy(random.pick(Policy.allCases + [.baton])))
        default: .stepUnderGrant(random.flag() ? .forward : .back, beside: random.integer(-2...1))
        }
    }

    private static func common(_ random: inout SplitMix) -> Move {
        switch random.next() % 12 {
        case 0, 1: .grab(width: random.rarely(3) ? random.integer(1...400) : nil, isNew: !random.rarely(5))
        case 2...5: .drag(by: way(&random))
        case 6, 7: .letGo(by: way(&random), velocity: random.flag() ? 0 : random.integer(-1_600_000...1_600_000))
        case 8: .step(random.flag() ? .forward : .back, beside: random.rarely(6) ? random.integer(-1...1) : 0)
        case 9: .jump(random.integer(-4...4), animated: !random.rarely(4))
        case 10: .strip(by: way(&random), isNew: random.rarely(3))
        default: random.flag() ? .letGoStrip(by: way(&random)) : .tick
        }
    }

    private static func rare(_ changesContent: Bool, _ random: inout SplitMix) -> Move {
        switch random.next() % 12 {
        case 0: .cancel
        case 1: .cut
        case 2: .comeBack
        case 3: random.rarely(3) ? .leave : .tick
        case 4: .resize(width: random.integer(-10...500))
        case 5: .configure(random.pick(Preset.allCases), random.pick(Move.Tweak.allCases))
        case 6: .dragEnabled(!random.rarely(3))
        case 7: random.rarely(3) ? .jumpBeyond : .repeatID
        case 8 where changesContent: .item(Int(random.integer(-1...6)), animated: !random.rarely(4))
        case 9...11 where changesContent: content(&random)
        default: .tick
        }
    }

    private static func content(_ random: inout SplitMix) -> Move {
        var names: [Int] = []
        for _ in 0..<random.integer(0...6) {
            let name = Int(random.integer(0...7))
            // Now and then a name occurs twice, which is refused.
            if !names.contains(name) || random.rarely(20) { names.append(name) }
        }
        let wrap = random.flag() ? nil : random.pick(PageOrder.Wrap.allCases)
        return .content(names, wrap: wrap, isStale: random.rarely(10))
    }

    /// A way of the hand, mostly short; never exactly half a page, which alone has no mirror image.
    private static func way(_ random: inout SplitMix) -> Int64 {
        let reach: Int64 = random.pick([2_000, 40_000, 40_000, 70_000, 70_000, 200_000, 1 << 41, 1 << 54])
        return random.integer(-reach...reach) | 1
    }
}

extension Trial {
    /// Only an endless row is the same from both sides.
    var hasMirror: Bool {
        supplier.list == nil
            && entries.allSatisfy { entry in
                switch entry.move {
                case .content, .item, .jumpBeyond: false
                default: true
                }
            }
    }
}
