import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

/// Messages made from a seed: every case, with values from all over their ranges.
struct Samples {
    private var source: SplitMix

    init(seed: UInt64) {
        source = SplitMix(seed: seed)
    }

    mutating func bits() -> UInt64 { source.next() }

    mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
        switch bits() % 8 {
        case 0: range.lowerBound
        case 1: range.upperBound
        case 2...4: min(max(Int64(bits() % 200) - 100, range.lowerBound), range.upperBound)
        default: range.lowerBound + Int64(bits() % UInt64(range.upperBound - range.lowerBound + 1))
        }
    }

    mutating func index(below count: Int) -> Int { Int(bits() % UInt64(count)) }
    mutating func flag() -> Bool { bits() % 2 == 0 }
    mutating func maybe<Value>(_ value: Value) -> Value? { flag() ? value : nil }
    mutating func any<Value: CaseIterable>(_ type: Value.Type) -> Value where Value.AllCases == [Value] {
        type.allCases[index(below: type.allCases.count)]
    }

    mutating func text(upTo length: Int, controls: Bool = false) -> String {
        let plain = ["a", "Z", "0", " ", "\"", "\\", "/", "é", "語", "🦉", "}", "{", ",", "\u{FFFD}", "\u{10FFFF}"]
        let letters = controls ? plain + ["\n", "\t"] : plain
        return (0..<index(below: length / 4 + 1)).reduce(into: "") { text, _ in
            text += letters[index(below: letters.count)]
        }
    }

    static let exact: ClosedRange<Int64> = -(1 << 53)...1 << 53

    mutating func requestID() -> RequestID { RequestID(integer(1...(1 << 53) - 1)) }
    mutating func sequence() -> Sequence { Sequence(integer(0...(1 << 53) - 1)) }
    mutating func page() -> PageIndex { PageIndex(integer(1 - PageIndex.bound...PageIndex.bound - 1)) }
    mutating func position() -> Position { Position(units: integer(Samples.exact)) }
    mutating func instant() -> Instant { Instant(milliseconds: integer(Samples.exact)) }
    mutating func member() -> MemberID { MemberID(UInt32(integer(0...Int64(UInt32.max)))) }
    mutating func drag() -> DragID { DragID(integer(Samples.exact)) }
    mutating func animationID() -> AnimationID { AnimationID(integer(Samples.exact)) }
    mutating func velocity() -> Velocity { Velocity(unitsPerSecond: integer(Samples.exact)) }
    mutating func translation() -> Distance { Distance(units: integer(1 - (1 << 40)...(1 << 40) - 1)) }
    mutating func count() -> Int { Int(integer(0...1 << 53)) }
    mutating func digest() -> Digest { Digest(value: bits() >> UInt64(index(below: 64))) }

    mutating func content(id: String) -> Page {
        Page(
            id: PageID(id + text(upTo: 60)), title: text(upTo: 500), body: text(upTo: 900, controls: true),
            notes: maybe(text(upTo: 90, controls: true)))
    }

    /// A page with pictures, too.
    mutating func illustrated(id: String) -> Page {
        var page = content(id: id)
        page.pictures = (0..<index(below: 4)).map { _ in
            PagePicture(
                address: text(upTo: 90), asset: asset().name, width: Int(integer(1...16_384)),
                height: Int(integer(1...16_384)))
        }
        return page
    }

    mutating func asset() -> Asset {
        let digits = Array("0123456789abcdef")
        let name = AssetName(String((0..<64).map { _ in digits[index(below: 16)] }))
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var base64 = (0..<4 * (1 + index(below: 30))).map { _ in letters[index(below: 64)] }
        base64.replaceSubrange((base64.count - index(below: 3))..., with: [])
        base64 += Array(repeating: UInt8(ascii: "="), count: (4 - base64.count % 4) % 4)
        guard let name, let asset = Asset(name: name, kind: any(Asset.Kind.self), base64: base64) else {
            preconditionFailure("expected a name and Base64")
        }
        return asset
    }

    mutating func window() -> [WindowPage] {
        (0..<index(below: 10)).map { slot in
            WindowPage(index: page(), item: maybe(count()), page: illustrated(id: "\(slot)"))
        }
    }

    mutating func tabs() -> [String] { (0..<index(below: 65)).map { _ in text(upTo: 60) } }

    mutating func configuration() -> Configuration {
        var made = Configuration(any(Preset.self))
        made.windowSlots = 1 + 2 * index(below: 5)
        made.release =
            [
                .half, .projected(timeMilliseconds: integer(1...60_000)),
                .threshold(viewportThousandths: integer(1...1_000)), .free, .refused,
            ][index(below: 5)]
        made.settle =
            [
                .linear(durationMilliseconds: integer(1...60_000)), .spring(responseMilliseconds: integer(1...60_000)),
                .decay,
            ][index(below: 3)]
        made.recentring = any(Configuration.Recentring.self)
        made.wrap = any(PageOrder.Wrap.self)
        made.loopMinimum = Int(integer(1...1_000_000))
        made.hasStrip = flag()
        made.maximumStep = integer(1...100)
        made.grabWhileSettling = any(Configuration.GrabWhileSettling.self)
        made.edge = any(Configuration.Edge.self)
        made.axis = any(Configuration.Axis.self)
        made.dragSlop = Distance(units: integer(0...65_536))
        made.flingVelocity = Velocity(unitsPerSecond: integer(1...Velocity.bound))
        made.itemThousandths = integer(3...10_000)
        made.spacingPoints = integer(0...1_000)
        made.leaseMilliseconds = integer(1...60_000)
        return made
    }

    mutating func animation() -> Animation {
        let start = integer(0...1 << 40)
        let curve: Curve = [.linear, .spring(responseMilliseconds: integer(1...1 << 20)), .decay][index(below: 3)]
        return Animation(
            id: animationID(), from: position(), to: position(),
            startVelocity: Velocity(unitsPerSecond: integer(-Velocity.bound...Velocity.bound)),
            start: Instant(milliseconds: start), end: Instant(milliseconds: start + integer(0...100_000)),
            curve: curve, cause: any(Animation.Cause.self), by: maybe(member()))
    }

    mutating func person() -> Member {
        Member(id: member(), name: text(upTo: 64), role: any(Role.self), isAway: flag())
    }
}
