import Testing

@testable import WebSocketLoop

/// An object of the library that no test calls.
var unusedWSI: OpaquePointer {
    guard let pointer = OpaquePointer(bitPattern: 1) else { preconditionFailure("1 is not nil") }
    return pointer
}

@Suite struct ConnectionStateTests {
    private static let ours = Connection.Ending(code: 4_001, reason: "ours")
    private static let theirs = Connection.Ending(code: 4_002, reason: "theirs")

    private func opened() -> Connection {
        var connection = Connection.adopted(permit: nil)
        connection.attach(unusedWSI)
        connection.open(unusedWSI, writingTo: 7)
        return connection
    }

    @Test func onlyAnOpenConnectionHasATargetToSendTo() {
        var connection = Connection.adopted(permit: nil)
        #expect(connection.isInHandshake && connection.target == nil && connection.openTarget == nil)
        connection.attach(unusedWSI)
        #expect(connection.target != nil && connection.openTarget == nil)
        connection.open(unusedWSI, writingTo: 7)
        #expect(connection.openTarget?.descriptor == 7 && connection.openTarget?.isClient == false)
        #expect(!connection.isInHandshake && connection.wasOpened)
        connection.beginClosing(Self.ours)
        #expect(connection.target != nil && connection.openTarget == nil)
    }

    @Test func aClientHasNoDescriptorToWriteTo() {
        var connection = Connection.connecting()
        #expect(connection.isClient && connection.stage == .connecting)
        connection.open(unusedWSI, writingTo: nil)
        #expect(connection.openTarget?.descriptor == -1 && connection.openTarget?.isClient == true)
    }

    @Test func theFirstEndingCounts() {
        var connection = opened()
        connection.beginClosing(Self.ours)
        connection.beginClosing(Self.theirs)
        connection.beginAbort("no answer")
        #expect(connection.ending == Self.ours && connection.stage == .closing)
    }

    @Test func anAbortedHandshakeStaysInItsStage() {
        var connection = Connection.connecting()
        connection.beginAbort("too slow")
        #expect(connection.stage == .connecting)
        #expect(connection.ending == Connection.Ending(code: nil, reason: "too slow"))
    }

    @Test func aLostPeerEndsWithoutACode() {
        var connection = opened()
        connection.beginClosing(Self.ours)
        connection.losePeer("write failed")
        #expect(connection.ending == Connection.Ending(code: nil, reason: "write failed"))
        #expect(connection.stage == .closing)
    }

    @Test func aPingIsTakenOnceAndOnlyWhileOpen() {
        var connection = opened()
        let early = connection.takeOwedPing()
        connection.owePing()
        connection.owePing()
        let (first, second) = (connection.takeOwedPing(), connection.takeOwedPing())
        connection.owePing()
        connection.beginClosing(nil)
        let late = connection.takeOwedPing()
        #expect(!early && first && !second && !late)
    }

    @Test func aHeldMessageIsTakenOnce() {
        var connection = opened()
        connection.hold(Packet([97]))
        connection.choke()
        #expect(connection.openTarget?.isChoked == true && connection.held?.count == 1)
        let (packet, again) = (connection.takeHeld(), connection.takeHeld())
        connection.unchoke()
        #expect(packet?.count == 1 && again == nil && !connection.isChoked)
    }
}

@Suite struct ConnectionTableTests {
    @Test func aFreedSlotGetsAnotherGeneration() {
        var table = ConnectionTable()
        let (first, second) = (table.insert(.adopted(permit: nil)), table.insert(.connecting()))
        #expect(table.count == 2 && table.connections == [first, second])
        let (removed, again) = (table.remove(first), table.remove(first))
        #expect(removed?.stage == .handshaking && again == nil)
        let third = table.insert(.connecting())
        #expect(third.slot == first.slot && third.generation == first.generation + 1)
        #expect(table.index(of: first) == nil && table.index(of: third) == third.slot)
        #expect(table.stage(of: first) == .free && table.stage(of: third) == .connecting)
        #expect(table.count == 2 && table.connections == [third, second])
    }

    @Test func aFreeSlotIsNotFound() {
        var table = ConnectionTable()
        let connection = table.insert(.connecting())
        _ = table.remove(connection)
        let next = ConnectionID(slot: connection.slot, generation: connection.generation + 1)
        #expect(table.index(of: next) == nil, "nobody has this id yet")
        #expect(table.index(of: ConnectionID(slot: 5, generation: 1)) == nil && table.connections == [])
    }

    /// By the order of insertion, also where a slot is used again.
    @Test func theOldestHandshakeIsFound() throws {
        var table = ConnectionTable()
        _ = table.insert(.connecting())
        let ids = (0..<3).map { _ in table.insert(.adopted(permit: nil)) }
        #expect(table.oldestHandshake == ids[0])
        _ = table.remove(ids[0])
        let last = table.insert(.adopted(permit: nil))
        #expect(last.slot == ids[0].slot && table.oldestHandshake == ids[1])
        table[try #require(table.index(of: ids[1]))].beginAbort("dropped for a newer connection")
        #expect(table.oldestHandshake == ids[2], "it ends, but is in the table until the library has closed it")
        table[try #require(table.index(of: ids[2]))].open(unusedWSI, writingTo: nil)
        #expect(table.oldestHandshake == last)
        _ = table.remove(last)
        #expect(table.oldestHandshake == nil)
    }

    @Test func aConnectionIsChangedInPlace() throws {
        var table = ConnectionTable()
        let connection = table.insert(.connecting())
        let index = try #require(table.index(of: connection))
        table[index].fail("refused")
        let removed = table.remove(connection)
        #expect(removed?.ending?.reason == "refused")
    }
}

@Suite struct MessageAssemblerTests {
    private func add(
        _ piece: [UInt8], _ assembler: inout MessageAssembler, remaining: Int = 0, isFinal: Bool = true,
        isBinary: Bool = false
    ) -> MessageAssembler.Outcome {
        piece.withUnsafeBytes {
            assembler.add($0, remaining: remaining, isFinal: isFinal, isBinary: isBinary, limit: 4)
        }
    }

    private func expect(
        _ outcome: MessageAssembler.Outcome, _ expected: MessageAssembler.Outcome,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome == expected, sourceLocation: location)
    }

    @Test func aWholeMessageIsNotCopied() {
        var assembler = MessageAssembler()
        expect(add([1, 2, 3, 4], &assembler), .piece)
        expect(add([], &assembler), .piece)
    }

    @Test func fragmentsAreJoined() {
        var assembler = MessageAssembler()
        for _ in 1...2 {
            expect(add([97], &assembler, isFinal: false), .incomplete)
            expect(add([98], &assembler, isFinal: false), .incomplete)
            expect(add([99], &assembler), .joined([97, 98, 99]))
        }
    }

    @Test func theLimitHoldsForTheSum() {
        var assembler = MessageAssembler()
        expect(add([1, 2, 3, 4, 5], &assembler), .tooLong)
        expect(add([1, 2, 3], &assembler, isFinal: false), .incomplete)
        expect(add([4, 5], &assembler), .tooLong)
    }

    @Test func aFrameThatAnnouncesTooMuchIsTooLong() {
        var assembler = MessageAssembler()
        expect(add([1], &assembler, remaining: 3, isFinal: false), .incomplete)
        expect(add([2], &assembler, remaining: 3, isFinal: false), .tooLong)
    }

    @Test func joinedTextIsValidated() {
        var assembler = MessageAssembler()
        expect(add([0xc3], &assembler, isFinal: false), .incomplete)
        expect(add([], &assembler), .invalidText)
        expect(add([0xc3], &assembler, isFinal: false, isBinary: true), .incomplete)
        expect(add([], &assembler, isBinary: true), .joined([0xc3]))
    }
}

@Suite struct ConnectionDeadlinesTests {
    private let one = ConnectionID(slot: 0, generation: 1)
    private let two = ConnectionID(slot: 1, generation: 1)

    @Test func theEarliestDeadlineIsDueFirst() {
        var deadlines = ConnectionDeadlines()
        #expect(deadlines.first == nil)
        deadlines.add(.handshake, of: one, at: 5_000)
        deadlines.add(.close, of: two, at: 1_000)
        let before = deadlines.popDue(at: 999)
        #expect(deadlines.first == 1_000 && before == nil)
        let close = deadlines.popDue(at: 1_000)
        #expect(close?.kind == .close && close?.connection == two && deadlines.first == 5_000)
        let early = deadlines.popDue(at: 4_999)
        let handshake = deadlines.popDue(at: 9_000)
        #expect(early == nil && handshake?.kind == .handshake && handshake?.connection == one)
        #expect(deadlines.first == nil)
    }

    @Test func deadlinesOfOneMomentComeByKindThenByConnection() {
        var deadlines = ConnectionDeadlines()
        deadlines.add(.chokeCheck, of: one, at: 7)
        deadlines.add(.close, of: two, at: 7)
        deadlines.add(.close, of: one, at: 7)
        deadlines.add(.handshake, of: two, at: 7)
        var due: [String] = []
        while let next = deadlines.popDue(at: 7) { due.append("\(next.kind) \(next.connection.slot)") }
        #expect(due == ["handshake 1", "close 0", "close 1", "chokeCheck 0"])
    }
}

@Suite struct DeferredEndingsTests {
    @Test func eachEndingIsTakenOnceInOrder() {
        var endings = DeferredEndings()
        let ids = (0..<3).map { ConnectionID(slot: $0, generation: 1) }
        #expect(endings.isEmpty)
        ids.forEach { endings.close($0) }
        endings.abort(ids[2])
        endings.abort(ids[1])
        endings.fail(.init(connection: ids[0], reason: "refused", isCertificateRejected: false))
        let (closes, aborts, failures) = (endings.takeCloses(), endings.takeAborts(), endings.takeFailures())
        #expect(closes == ids && aborts == [ids[2], ids[1]] && failures.map(\.reason) == ["refused"])
        let (noClose, noFailure) = (endings.takeCloses(), endings.takeFailures())
        #expect(endings.isEmpty && noClose == [] && noFailure == [])
    }
}
