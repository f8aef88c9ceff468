import PagingEngine
import Testing

@testable import ClusterTraffic

@Suite struct RoomMessageTests {
    private static let owner = Fixture.node(UInt64(Int64.max))
    private static let epoch = RoomEpoch(number: .max, owner: owner)
    private static let longest = String(repeating: "r", count: 64)
    private static let largest: Int64 = (1 << 53) - 1
    private static let lastTime = Fixture.at(ClockReading.largestMilliseconds)
    private static let offset = RelayedOffset(frame: [1, 2], sequence: largest, audience: 2, isDragged: true)

    private static let messages: [RoomMessage] = [
        .open(room: "a", known: 0, nonce: .max, mayCreate: true),
        .open(room: longest, known: .max, nonce: 0, mayCreate: false),
        .since(room: "a", epoch, sequence: nil),
        .since(room: "a", epoch, sequence: largest),
        .opened(LinkKey(room: "a.b", epoch: epoch, nonce: .max), sequence: largest, valid: lastTime),
        .elsewhere(room: "a", owner: owner, epoch: .max),
        .refused(room: "a", nonce: 3, .noSuchRoom, reason: ""),
        .refused(room: "a", nonce: 3, .notReady, reason: "κόσμε 🏳️‍🌈"),
        .refused(room: "a", nonce: 3, .damaged, reason: String(repeating: "x", count: RoomMessage.maximumReasonBytes)),
        .moved(room: "a", owner: Fixture.node(1), epoch: 0),
        .moved(room: "a", owner: owner, epoch: 3),
        .publication(room: "a", epoch, RelayedEvents(first: 0, frames: []), valid: Fixture.at(0)),
        .publication(
            room: "a", epoch, RelayedEvents(first: largest, frames: [[], [1], [2, 3]], offset: offset, canWait: true),
            valid: lastTime),
        .opening(room: "a", epoch, sequence: largest, snapshot: [], valid: lastTime),
        .opening(room: "a", epoch, sequence: 0, snapshot: Fixture.payload(300), valid: Fixture.at(0)),
        .tail(room: "a", epoch, sequence: 7, offset: nil, valid: Fixture.at(5)),
        .tail(room: "a", epoch, sequence: 7, offset: offset, valid: Fixture.at(5)),
    ]

    @Test(arguments: messages) func messagesAreBytesAndBack(message: RoomMessage) {
        let bytes = message.bytes
        #expect(RoomMessage(bytes) == message)
        for count in 0..<bytes.count { #expect(RoomMessage(Array(bytes.prefix(count))) == nil, "\(count) bytes") }
        #expect(RoomMessage(bytes + [0]) == nil)
        #expect(NodeMessage(bytes) == nil && LinkFrame(bytes) == nil, "no other message has its kind")
    }

    @Test(arguments: OpenRefusal.allCases) func refusalsKeepTheirReason(refusal: OpenRefusal) {
        let message = RoomMessage.refused(room: "a", nonce: 1, refusal, reason: "why")
        #expect(RoomMessage(message.bytes) == message)
    }

    @Test func theLayoutIsFixed() {
        let epoch = RoomEpoch(number: 258, owner: Fixture.node(7))
        #expect(
            RoomMessage.open(room: "ab", known: 1, nonce: 2, mayCreate: true).bytes
                == [7, 2, 97, 98, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 1])
        #expect(
            RoomMessage.since(room: "a", epoch, sequence: 3).bytes
                == [8, 1, 97, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 3])
        #expect(
            RoomMessage.refused(room: "a", nonce: 1, .roomLimit, reason: "x").bytes
                == [11, 1, 97, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 0, 1, 120])
        let offset = RelayedOffset(frame: [9], sequence: 4, audience: 1, isDragged: true)
        let events = RelayedEvents(first: 3, frames: [[8]], offset: offset, canWait: true)
        #expect(
            RoomMessage.publication(room: "a", epoch, events, valid: Fixture.at(6)).bytes
                == [13, 1, 97, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 3, 0, 1]
                + [0, 0, 0, 1, 8, 1, 0, 0, 0, 1, 9, 0, 0, 0, 0, 0, 0, 0, 4, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 6])
    }

    @Test func theLayoutOfOtherKindsIsFixed() {
        let epoch = RoomEpoch(number: 258, owner: Fixture.node(7))
        let (epochBytes, valid) = (Fixture.eight(258) + Fixture.eight(7), Fixture.at(6))
        #expect(
            RoomMessage.opened(LinkKey(room: "a", epoch: epoch, nonce: 5), sequence: 3, valid: valid).bytes
                == Fixture.joined([9, 1, 97], epochBytes, Fixture.eight(5), Fixture.eight(3), Fixture.eight(6)))
        let (owner, number) = (Fixture.node(7), Fixture.eight(7) + Fixture.eight(4))
        #expect(RoomMessage.elsewhere(room: "a", owner: owner, epoch: 4).bytes == [10, 1, 97] + number)
        #expect(RoomMessage.moved(room: "a", owner: owner, epoch: 4).bytes == [12, 1, 97] + number)
        #expect(
            RoomMessage.opening(room: "a", epoch, sequence: 3, snapshot: [8], valid: valid).bytes
                == Fixture.joined([14, 1, 97], epochBytes, Fixture.eight(3), [0, 0, 0, 1, 8], Fixture.eight(6)))
        let offset = RelayedOffset(frame: [9], sequence: 4, audience: 2, isDragged: false)
        #expect(
            RoomMessage.tail(room: "a", epoch, sequence: 3, offset: offset, valid: valid).bytes
                == Fixture.joined(
                    [15, 1, 97], epochBytes, Fixture.eight(3), [1, 0, 0, 0, 1, 9], Fixture.eight(4), [2, 0],
                    Fixture.eight(6)))
        #expect(OpenRefusal.allCases.map(\.rawValue) == [1, 2, 3, 4, 5])
    }

    @Test func onlyWordsOfAnOwnerHaveALease() {
        let words = Self.messages.filter { $0.valid != nil }
        #expect(words.map { $0.bytes[0] } == [9, 13, 13, 14, 14, 15, 15])
        let first = Fixture.at(0)
        #expect(
            words.map(\.valid)
                == [Self.lastTime, first, Self.lastTime, Self.lastTime, first, Fixture.at(5), Fixture.at(5)])
        #expect(Set(Self.messages.map(\.room)) == ["a", "a.b", Self.longest])
    }

    /// Values that only a broken or hostile node writes.
    @Test func valuesOutOfRangeAreRefused() {
        let late = Fixture.at(ClockReading.largestMilliseconds + 1)
        let frames = [[UInt8]](repeating: [], count: RoomMessage.maximumFrames + 1)
        var offset = Self.offset
        offset.audience = 3
        let refused: [RoomMessage] = [
            .open(room: "", known: 0, nonce: 0, mayCreate: true),
            .open(room: "a~b", known: 0, nonce: 0, mayCreate: true),
            .since(room: "a", Self.epoch, sequence: 1 << 53),
            .since(room: "a", Self.epoch, sequence: -1),
            .refused(
                room: "a", nonce: 0, .damaged,
                reason: String(repeating: "x", count: RoomMessage.maximumReasonBytes + 1)),
            .publication(room: "a", Self.epoch, RelayedEvents(first: 1, frames: frames), valid: Fixture.at(0)),
            .publication(room: "a", Self.epoch, RelayedEvents(first: .max, frames: []), valid: Fixture.at(0)),
            .opening(room: "a", Self.epoch, sequence: 0, snapshot: [], valid: late),
            .opening(room: "a", Self.epoch, sequence: 0, snapshot: [], valid: Fixture.at(-1)),
            .tail(room: "a", Self.epoch, sequence: 0, offset: offset, valid: Fixture.at(0)),
        ]
        for message in refused { #expect(RoomMessage(message.bytes) == nil, "\(message)") }
    }

    @Test func eventsFitTheirMessages() {
        let count = 2 * RoomMessage.maximumFrames + 1
        let events = RelayedEvents(
            first: 5, frames: (0..<count).map { [UInt8(truncatingIfNeeded: $0)] }, offset: Self.offset, canWait: true)
        let pieces = events.pieces
        #expect(pieces.map(\.frames.count) == [1_024, 1_024, 1] && pieces.map(\.first) == [5, 1_029, 2_053])
        #expect(pieces.flatMap(\.frames) == events.frames)
        #expect(pieces.map(\.offset) == [nil, nil, Self.offset])
        #expect(pieces.allSatisfy { $0.canWait })
        for piece in pieces {
            let message = RoomMessage.publication(room: "a", Self.epoch, piece, valid: Fixture.at(0))
            #expect(RoomMessage(message.bytes) == message)
        }
        let few = RelayedEvents(first: 5, frames: [], offset: Self.offset)
        #expect(few.pieces == [few])
    }

    @Test func changedBytesAreReadOrRefused() {
        var random = SystemRandomNumberGenerator()
        var (read, refused) = (0, 0)
        for number in 0..<20_000 {
            var bytes = Self.messages[number % Self.messages.count].bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255)].randomElement(using: &random) ?? 0
            }
            if number % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            guard let found = RoomMessage(bytes) else {
                refused += 1
                continue
            }
            read += 1
            #expect(found.bytes == bytes, "one text for each message")
        }
        #expect(read > 1_000 && refused > 1_000)
    }
}
