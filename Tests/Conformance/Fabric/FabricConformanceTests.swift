import ClusterTraffic
import TestPeers
import Testing

/// Promises of a fabric, in the process and over NATS.
@Suite(.serialized) struct FabricConformanceTests {
    enum Kind: CaseIterable, Sendable {
        case simulated
        case nats

        static var present: [Kind] { NATSServer.program == nil ? [.simulated] : allCases }

        func bench() throws -> any FabricBench {
            switch self {
            case .simulated: SimulatedBench()
            case .nats: try NATSBench()
            }
        }
    }

    private static let room = Subject.out(room: "a.b")

    private static func node(_ number: UInt64) throws -> NodeID { try #require(NodeID(number)) }

    private static func messenger(_ number: UInt64, _ cluster: String = "test") throws -> Messenger {
        Messenger(cluster: try #require(ClusterName(cluster)), node: try node(number))
    }

    /// Bytes that differ from part to part.
    static func payload(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = (0..<251).map { UInt8($0) }
        while bytes.count < count { bytes += bytes + [UInt8(truncatingIfNeeded: bytes.count)] }
        return Array(bytes.prefix(count))
    }

    @Test(arguments: Kind.present) func messagesOfAPublisherKeepTheirOrder(kind: Kind) throws {
        let bench = try kind.bench()
        let (one, two, reader) = (try bench.connect(), try bench.connect(), try bench.connect())
        let subjects = [Self.room, .node(try Self.node(7))]
        for subject in subjects {
            bench.perform([.subscribe(subject)], by: reader)
            for client in [one, two] { try bench.waitForPath(from: client, to: [reader], on: subject) }
        }
        let before = subjects.map { bench.messages(of: reader, on: $0).count }
        for number in 0..<1_000 {
            for client in [one, two] {
                let bytes = [UInt8(client), UInt8(number >> 8), UInt8(number & 0xFF)]
                bench.perform([.publish(bytes, to: subjects[number % 2])], by: client)
            }
        }
        for (subject, before) in zip(subjects, before) {
            try bench.wait(for: "1,000 messages", of: reader) { _ in
                bench.messages(of: reader, on: subject).count >= before + 1_000
            }
            let messages = bench.messages(of: reader, on: subject).dropFirst(before)
            #expect(messages.count == 1_000)
            for client in [one, two] {
                let numbers = messages.filter { $0[0] == UInt8(client) }.map { Int($0[1]) << 8 | Int($0[2]) }
                #expect(numbers.count == 500 && numbers == numbers.sorted() && Set(numbers).count == 500)
            }
        }
    }

    @Test(arguments: Kind.present) func subscribersAloneGetMessages(kind: Kind) throws {
        let bench = try kind.bench()
        let (writer, reader, other) = (try bench.connect(), try bench.connect(), try bench.connect())
        bench.perform([.subscribe(Self.room)], by: writer)
        bench.perform([.subscribe(Self.room)], by: reader)
        bench.perform([.subscribe(.beat)], by: other)
        try bench.waitForPath(from: writer, to: [writer, reader], on: Self.room)
        try bench.waitForPath(from: writer, to: [other], on: .beat)
        bench.perform([.publish([1], to: Self.room)], by: writer)
        for client in [writer, reader] {
            try bench.wait(for: "a message", of: client) { $0.contains(.received([1], on: Self.room)) }
        }
        bench.perform([.unsubscribe(Self.room), .subscribe(.beat)], by: reader)
        try bench.waitForPath(from: writer, to: [reader, other], on: .beat)
        bench.perform([.publish([2], to: Self.room), .publish([3], to: .beat)], by: writer)
        for client in [reader, other] {
            try bench.wait(for: "the last message", of: client) { $0.contains(.received([3], on: .beat)) }
        }
        #expect(!bench.events(of: reader).contains(.received([2], on: Self.room)), "it has unsubscribed")
        #expect(bench.messages(of: other, on: Self.room).isEmpty, "it never subscribed")
    }

    @Test(arguments: Kind.present) func messagesAreLostWithoutAConnectionOnly(kind: Kind) throws {
        let bench = try kind.bench()
        let (writer, reader) = (try bench.connect(), try bench.connect())
        bench.perform([.subscribe(Self.room)], by: reader)
        try bench.waitForPath(from: writer, to: [reader], on: Self.room)
        try bench.breakConnections()
        for client in [writer, reader] {
            try bench.wait(for: "the end of its connection", of: client) { $0.contains(.disconnected) }
        }
        bench.perform([.publish([66], to: Self.room)], by: writer)
        // Without a connection it knows of subscriptions all the same.
        bench.perform([.subscribe(.beat), .unsubscribe(.beat), .subscribe(.beat)], by: reader)
        try bench.mend()
        for client in [writer, reader] {
            try bench.wait(for: "a second connection", of: client) { $0.count { $0 == .connected } == 2 }
        }
        try bench.waitForPath(from: writer, to: [reader], on: Self.room)
        try bench.waitForPath(from: writer, to: [reader], on: .beat)
        let news = bench.events(of: reader).filter { $0 == .connected || $0 == .disconnected }
        #expect(news == [.connected, .disconnected, .connected])
        #expect(!bench.messages(of: reader, on: Self.room).contains([66]), "it was published without a connection")
    }

    @Test(arguments: Kind.present) func largePayloadsTravelInParts(kind: Kind) throws {
        let bench = try kind.bench()
        let (writer, reader) = (try bench.connect(), try bench.connect())
        bench.perform([.subscribe(Self.room)], by: reader)
        let payloads = [Part.maximumTotalBytes, 10, 3_000_000].map { Self.payload($0) }
        func lives() -> Int { [writer, reader].reduce(0) { $0 + bench.events(of: $1).count { $0 == .connected } } }
        var (receiver, parts): (Messenger, [[UInt8]])
        var (isWhole, sent, known) = (false, 0, 0)
        // A connection that stands still on a busy machine is given up, and what was under way is lost.
        repeat {
            try bench.waitForPath(from: writer, to: [reader], on: Self.room)
            (known, receiver) = (lives(), try Self.messenger(2))
            var sender = try Self.messenger(1)
            let before = bench.messages(of: reader, on: Self.room).count
            let commands = payloads.flatMap { sender.send($0, to: Self.room) }
            sent = commands.count
            bench.perform(commands, by: writer)
            try bench.wait(for: "all parts, or another connection", of: reader) { _ in
                bench.messages(of: reader, on: Self.room).count == before + sent || lives() != known
            }
            parts = Array(bench.messages(of: reader, on: Self.room).dropFirst(before))
            isWhole = parts.count == sent
        } while !isWhole
        let got = parts.compactMap { receiver.receive($0, on: Self.room, at: bench.now) }
        #expect(got.map(\.payload) == payloads && receiver.drops.total == 0)
    }

    @Test(arguments: Kind.present) func foreignMessagesChangeNothing(kind: Kind) throws {
        let bench = try kind.bench()
        let (stranger, reader) = (try bench.connect(), try bench.connect())
        bench.perform([.subscribe(Self.room)], by: reader)
        try bench.waitForPath(from: stranger, to: [reader], on: Self.room)
        var messengers = [try Self.messenger(1, "other"), try Self.messenger(2), try Self.messenger(1)]
        var receiver = try Self.messenger(2)
        let before = bench.messages(of: reader, on: Self.room).count
        bench.perform([.publish([], to: Self.room), .publish([1, 2, 3], to: Self.room)], by: stranger)
        for place in messengers.indices {
            bench.perform(messengers[place].send([UInt8(place)], to: Self.room), by: stranger)
        }
        try bench.wait(for: "five messages", of: reader) { _ in
            bench.messages(of: reader, on: Self.room).count == before + 5
        }
        let got = bench.messages(of: reader, on: Self.room).dropFirst(before).compactMap {
            receiver.receive($0, on: Self.room, at: bench.now)
        }
        #expect(got.map(\.payload) == [[2]])
        #expect(receiver.drops[.malformed] == 2 && receiver.drops[.cluster] == 1 && receiver.drops[.ownSender] == 1)
    }

    @Test(arguments: Kind.present) func aMessageBeyondTheLimitIsNotCarried(kind: Kind) throws {
        let bench = try kind.bench()
        let (writer, reader) = (try bench.connect(), try bench.connect())
        bench.perform([.subscribe(Self.room)], by: reader)
        try bench.waitForPath(from: writer, to: [reader], on: Self.room)
        let largest = [UInt8](repeating: 1, count: Envelope.maximumBytes)
        bench.perform([.publish(largest + [1], to: Self.room), .publish(largest, to: Self.room)], by: writer)
        try bench.wait(for: "the largest message", of: reader) { $0.last == .received(largest, on: Self.room) }
        #expect(bench.messages(of: reader, on: Self.room).allSatisfy { $0.count <= Envelope.maximumBytes })
        #expect(bench.events(of: writer) == [.connected] && !bench.events(of: reader).contains(.disconnected))
    }

    /// Items of a link arrive once and in order although the connections break in the middle.
    @Test(arguments: Kind.present) func aLinkSurvivesABrokenConnection(kind: Kind) throws {
        let bench = try kind.bench()
        let pair = try LinkPair(on: bench)
        try pair.send(100)
        try bench.breakConnections()
        try pair.send(50)
        for client in pair.clients {
            try bench.wait(for: "the end of its connection", of: client) { $0.contains(.disconnected) }
        }
        try bench.mend()
        try pair.send(50)
        try pair.waitForAll()
        #expect(pair.delivered == [Array(0..<200), Array(0..<200)])
    }
}
