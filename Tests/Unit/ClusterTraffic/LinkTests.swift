import PagingEngine
import Testing

@testable import ClusterTraffic

@Suite struct LinkTests {
    private static let owner = Fixture.node(2)
    private static let edge = Fixture.node(1)
    private static let key = LinkKey(room: "talk", epoch: RoomEpoch(number: 3, owner: owner), nonce: 99)

    private func edge(_ key: LinkKey = key) -> Link { Link(key, sending: .up, to: Self.owner) }
    private func owner(_ key: LinkKey = key) -> Link { Link(key, sending: .down, to: Self.edge) }

    /// Sends items in one turn and returns the frames.
    private func frames(_ link: inout Link, _ items: [[UInt8]] = [], at now: Int64) -> [LinkFrame] {
        var effects: [Link.Effect] = []
        for item in items { link.send(item, at: Fixture.at(now), into: &effects) }
        link.flush(at: Fixture.at(now), valid: Fixture.at(now + 750), into: &effects)
        return effects.compactMap { effect in
            guard case .send(let frame) = effect else { return nil }
            return frame
        }
    }

    private func delivered(_ frames: [LinkFrame], to link: inout Link, from sender: NodeID = edge) -> [[UInt8]] {
        var effects: [Link.Effect] = []
        for frame in frames { link.receive(frame, from: sender, at: Fixture.at(0), into: &effects) }
        return effects.compactMap { effect in
            guard case .deliver(let item) = effect else { return nil }
            return item
        }
    }

    private func acknowledge(_ number: UInt64, to link: inout Link, at now: Int64) {
        var effects: [Link.Effect] = []
        let frame = LinkFrame(link.key, first: 1, acknowledged: number, items: [], valid: Fixture.at(0))
        link.receive(frame, from: Self.owner, at: Fixture.at(now), into: &effects)
        #expect(effects.isEmpty)
    }

    @Test(arguments: [nil, Fixture.at(0), Fixture.at(ClockReading.largestMilliseconds)])
    func framesAreBytesAndBack(valid: Instant?) {
        let frame = LinkFrame(Self.key, first: 7, acknowledged: 6, items: [[1, 2], [], [3]], valid: valid)
        #expect(LinkFrame(frame.bytes) == frame)
        for count in 0..<frame.bytes.count { #expect(LinkFrame(Array(frame.bytes[..<count])) == nil, "\(count) bytes") }
        #expect(LinkFrame(frame.bytes + [0]) == nil)
    }

    @Test func numbersThatOverflowAreNoFrame() {
        var frame = LinkFrame(Self.key, first: .max, acknowledged: .max, items: [[1], [2]], valid: Fixture.at(0))
        #expect(LinkFrame(frame.bytes) == nil)
        frame.first = 0
        #expect(LinkFrame(frame.bytes) == nil)
        frame.first = LinkFrame.largestNumber
        frame.valid = nil
        var link = owner()
        #expect(delivered([frame], to: &link).isEmpty && link.earlyItems == 0 && link.droppedFrames == 1)
    }

    @Test func itemsOfATurnShareAFrame() {
        var (edge, owner) = (edge(), owner())
        let frames = frames(&edge, [[1], [2], [3]], at: 0)
        #expect(frames.count == 1 && frames[0].first == 1)
        #expect(delivered(frames, to: &owner) == [[1], [2], [3]])
        let answers = self.frames(&owner, at: 0)
        #expect(answers.map(\.acknowledged) == [3] && answers[0].items.isEmpty)
        #expect(self.frames(&owner, at: 0).isEmpty, "once")
    }

    @Test func aFrameFitsAMessage() {
        var edge = edge()
        let item = [UInt8](repeating: 1, count: 400_000)
        let frames = frames(&edge, [item, item, item, [UInt8](repeating: 2, count: 2_000_000), [3]], at: 0)
        #expect(frames.map(\.items.count) == [2, 1, 1, 1])
        #expect(frames.map(\.first) == [1, 3, 4, 5])
        #expect(frames[0].bytes.count <= Envelope.maximumPayloadBytes)
    }

    @Test func itemsArriveOnceAndInOrder() {
        var (edge, owner) = (edge(), owner())
        let frames = (1...4).flatMap { self.frames(&edge, [[UInt8($0)]], at: 0) }
        #expect(delivered([frames[2], frames[0], frames[0]], to: &owner) == [[1]])
        #expect(owner.earlyItems == 1 && owner.earlyBytes == 1)
        #expect(delivered([frames[2], frames[1], frames[3], frames[1]], to: &owner) == [[2], [3], [4]])
        #expect(owner.earlyItems == 0 && owner.earlyBytes == 0)
    }

    @Test func unacknowledgedItemsAreSentAgainMoreAndMoreRarely() {
        var edge = edge()
        _ = frames(&edge, [[1], [2]], at: 0)
        var times: [Int64] = []
        while let deadline = edge.nextDeadline, edge.end == nil {
            if !frames(&edge, at: deadline.milliseconds).isEmpty { times.append(deadline.milliseconds) }
        }
        #expect(times == [100, 300, 700, 1_200, 1_700])
        #expect(edge.end == .unacknowledged && edge.nextDeadline == nil)
    }

    @Test func anAcknowledgementBeginsTheTimesAgain() {
        var edge = edge()
        _ = frames(&edge, [[1], [2]], at: 0)
        _ = frames(&edge, at: 100)
        acknowledge(1, to: &edge, at: 150)
        #expect(edge.unacknowledgedItems == 1 && edge.unacknowledgedBytes == 1)
        #expect(edge.nextDeadline == Fixture.at(250))
        #expect(frames(&edge, at: 250).map(\.first) == [2])
        acknowledge(2, to: &edge, at: 260)
        #expect(edge.unacknowledgedItems == 0 && edge.nextDeadline == nil)
    }

    @Test func aConnectedFabricGetsEverythingAtOnce() {
        var edge = edge()
        _ = frames(&edge, [[1], [2]], at: 0)
        edge.fabricConnected()
        // An answer that was on its way counts.
        acknowledge(1, to: &edge, at: 5)
        #expect(frames(&edge, [[3]], at: 10).map(\.items) == [[[2], [3]]])
        #expect(edge.nextDeadline == Fixture.at(110))
    }

    @Test func oneAfterAnotherLimitEndsTheLink() {
        var edge = edge()
        var effects: [Link.Effect] = []
        for _ in 0..<1_024 { edge.send([], at: Fixture.at(0), into: &effects) }
        #expect(effects.isEmpty)
        edge.send([], at: Fixture.at(0), into: &effects)
        #expect(effects == [.ended(.tooManyItems)] && edge.unacknowledgedItems == 0)
        edge.send([], at: Fixture.at(0), into: &effects)
        edge.flush(at: Fixture.at(5_000), into: &effects)
        #expect(effects.count == 1, "nothing comes after the end")

        edge = self.edge()
        effects = []
        let half = [UInt8](repeating: 0, count: LinkLimits.bytes / 2)
        for _ in 0..<2 { edge.send(half, at: Fixture.at(0), into: &effects) }
        #expect(effects.isEmpty)
        edge.send([1], at: Fixture.at(0), into: &effects)
        #expect(effects == [.ended(.tooManyBytes)])

        edge = self.edge()
        effects = []
        edge.send([UInt8](repeating: 0, count: LinkFrame.maximumItemBytes + 1), at: Fixture.at(0), into: &effects)
        #expect(effects == [.ended(.tooManyBytes)], "no message carries it")
    }

    @Test func eachFrameOfTheOwnerIsStampedWhenItIsSent() {
        var (owner, edge) = (owner(), edge())
        var effects: [Link.Effect] = []
        owner.send([1], at: Fixture.at(0), into: &effects)
        owner.flush(at: Fixture.at(0), valid: Fixture.at(700), into: &effects)
        owner.flush(at: Fixture.at(100), valid: Fixture.at(800), into: &effects)
        edge.send([2], at: Fixture.at(0), into: &effects)
        edge.flush(at: Fixture.at(0), into: &effects)
        let frames = effects.compactMap { effect -> LinkFrame? in
            guard case .send(let frame) = effect else { return nil }
            return frame
        }
        #expect(frames.map(\.items) == [[[1]], [[1]], [[2]]])
        #expect(frames.map(\.valid) == [Fixture.at(700), Fixture.at(800), nil])
        #expect(frames.map(\.direction) == [.down, .down, .up])
    }

    @Test func anOwnerWithoutALeaseSaysNothing() {
        var owner = owner()
        var effects: [Link.Effect] = []
        let item = LinkFrame(Self.key, first: 1, acknowledged: 0, items: [[9]], valid: nil)
        owner.receive(item, from: Self.edge, at: Fixture.at(0), into: &effects)
        effects = []
        owner.send([1], at: Fixture.at(0), into: &effects)
        owner.flush(at: Fixture.at(0), valid: nil, into: &effects)
        #expect(effects.isEmpty && owner.nextDeadline == nil, "nothing comes by itself")
        owner.flush(at: Fixture.at(500), valid: Fixture.at(900), into: &effects)
        let stamped = LinkFrame(Self.key, first: 1, acknowledged: 1, items: [[1]], valid: Fixture.at(900))
        #expect(effects == [.send(stamped)] && owner.nextDeadline == Fixture.at(600))
        effects = []
        owner.flush(at: Fixture.at(600), valid: nil, into: &effects)
        owner.flush(at: Fixture.at(3_000), valid: nil, into: &effects)
        #expect(effects.isEmpty && owner.nextDeadline == nil && owner.end == nil, "nothing ages")
        for milliseconds in stride(from: 4_000, to: 6_000, by: 500) as StrideTo<Int64> {
            owner.flush(at: Fixture.at(milliseconds), valid: Fixture.at(9_000), into: &effects)
        }
        #expect(owner.end == nil)
        owner.flush(at: Fixture.at(6_000), valid: Fixture.at(9_000), into: &effects)
        #expect(owner.end == .unacknowledged)
    }

    @Test func anAcknowledgementWaitsForALease() {
        var owner = owner()
        var effects: [Link.Effect] = []
        let item = LinkFrame(Self.key, first: 1, acknowledged: 0, items: [[9]], valid: nil)
        owner.receive(item, from: Self.edge, at: Fixture.at(0), into: &effects)
        effects = []
        owner.flush(at: Fixture.at(0), valid: nil, into: &effects)
        #expect(effects.isEmpty)
        owner.flush(at: Fixture.at(10), valid: Fixture.at(900), into: &effects)
        let answer = LinkFrame(Self.key, first: 1, acknowledged: 1, items: [], valid: Fixture.at(900))
        #expect(effects == [.send(answer)])
    }

    @Test func framesOfOthersAreDropped() {
        var (edge, owner) = (edge(), owner())
        let good = frames(&edge, [[1]], at: 0)[0]
        var bad = Array(repeating: good, count: 5)
        bad[0].key = LinkKey(room: "other", epoch: Self.key.epoch, nonce: Self.key.nonce)
        bad[1].key = LinkKey(room: "talk", epoch: Self.key.epoch, nonce: 98)
        bad[2].key = LinkKey(room: "talk", epoch: RoomEpoch(number: 2, owner: Self.owner), nonce: Self.key.nonce)
        bad[3].valid = Fixture.at(0)
        bad[4].acknowledged = 1
        #expect(delivered(bad, to: &owner).isEmpty && owner.droppedFrames == 5)
        #expect(delivered([good], to: &owner, from: Fixture.node(5)).isEmpty && owner.droppedFrames == 6)
        #expect(delivered([good], to: &owner) == [[1]])
    }

    @Test func earlyItemsHaveALimit() {
        var owner = owner()
        let items = [[UInt8]](repeating: [1], count: 1_024)
        #expect(
            delivered([LinkFrame(Self.key, first: 2, acknowledged: 0, items: items, valid: nil)], to: &owner).isEmpty)
        #expect(owner.earlyItems == 1_023, "item 1,025 is beyond the window")
        let large = [[UInt8](repeating: 1, count: LinkLimits.bytes - 10)]
        _ = delivered([LinkFrame(Self.key, first: 1_024, acknowledged: 0, items: large, valid: nil)], to: &owner)
        #expect(owner.earlyBytes <= LinkLimits.bytes)
    }
}
