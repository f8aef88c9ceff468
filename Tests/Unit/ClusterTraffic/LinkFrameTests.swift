import PagingEngine
import Testing

@testable import ClusterTraffic

/// Frames of links as bytes; `LinkTests` has the streams that they carry.
@Suite struct LinkFrameTests {
    private static let epoch = RoomEpoch(number: 258, owner: Fixture.node(7))
    private static let key = key("ab")

    private static func key(_ room: String) -> LinkKey { LinkKey(room: room, epoch: epoch, nonce: 5) }

    @Test func theLayoutIsFixed() {
        var frame = LinkFrame(Self.key, first: 3, acknowledged: 4, items: [[8, 9], []], valid: nil)
        let numbers: [UInt64] = [258, 7, 5, 3, 4]
        let rest = Fixture.joined([2, 97, 98], numbers.flatMap(Fixture.eight), [0, 2, 0, 0, 0, 2, 8, 9, 0, 0, 0, 0])
        #expect(frame.bytes == [1] + rest)
        frame.valid = Fixture.at(6)
        #expect(frame.bytes == Fixture.joined([2], Fixture.eight(6), rest))
        #expect(LinkFrame([0] + rest) == nil && LinkFrame(Fixture.joined([3], Fixture.eight(6), rest)) == nil)
    }

    @Test func theLargestValuesAreRead() {
        let frame = LinkFrame(
            Self.key(String(repeating: "r", count: 64)), first: 1 << 62, acknowledged: .max,
            items: [[UInt8]](repeating: [], count: 1_024), valid: Fixture.at(ClockReading.largestMilliseconds))
        #expect(LinkFrame(frame.bytes) == frame)
    }

    /// Values that only a broken or hostile node writes.
    @Test func valuesOutOfRangeAreRefused() {
        let items = [[UInt8]](repeating: [], count: 1_025)
        let late = Fixture.at(ClockReading.largestMilliseconds + 1)
        let refused = [
            LinkFrame(Self.key, first: 0, acknowledged: 0, items: [], valid: nil),
            LinkFrame(Self.key, first: 1 << 62 + 1, acknowledged: 0, items: [], valid: nil),
            LinkFrame(Self.key, first: 1, acknowledged: 0, items: items, valid: nil),
            LinkFrame(Self.key(""), first: 1, acknowledged: 0, items: [], valid: nil),
            LinkFrame(Self.key("a~b"), first: 1, acknowledged: 0, items: [], valid: nil),
            LinkFrame(Self.key, first: 1, acknowledged: 0, items: [], valid: late),
            LinkFrame(Self.key, first: 1, acknowledged: 0, items: [], valid: Fixture.at(-1)),
        ]
        for frame in refused { #expect(LinkFrame(frame.bytes) == nil, "\(frame.bytes.prefix(60))") }
    }

    @Test func aFullFrameFitsItsMessageExactly() {
        let key = Self.key(String(repeating: "r", count: 64))
        func frames(_ sizes: [Int]) -> [LinkFrame] {
            var link = Link(key, sending: .down, to: Fixture.node(1))
            var effects: [Link.Effect] = []
            for size in sizes { link.send([UInt8](repeating: 1, count: size), at: Fixture.at(0), into: &effects) }
            link.flush(at: Fixture.at(0), valid: Fixture.at(1), into: &effects)
            return effects.compactMap { effect in
                guard case .send(let frame) = effect else { return nil }
                return frame
            }
        }
        let size = LinkLimits.frameBytes - 1_000 - 2 * LinkFrame.bytesPerItem
        #expect(frames([1_000, size]).map(\.bytes.count) == [Envelope.maximumPayloadBytes])
        #expect(frames([1_000, size + 1]).map(\.items.count) == [1, 1])
        #expect(frames([LinkFrame.maximumItemBytes]).map(\.bytes.count) == [Part.maximumTotalBytes])
    }
}
