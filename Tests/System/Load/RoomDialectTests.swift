import PagingRoom
import PagingWire
import Testing

@testable import riffle

@Suite struct RoomDialectTests {
    private func read(_ text: String, _ dialect: inout RoomDialect) -> LoadReading<ServerMessage> {
        Array(text.utf8).withUnsafeBytes { dialect.read($0, isBinary: false) }
    }

    @Test func whatIsTheSameIsReadOnce() {
        var dialect = RoomDialect()
        for _ in 0..<1_000 {
            let reading = read(#"{"type":"audience","seq":7,"viewers":3}"#, &dialect)
            #expect(reading.messages == [.event(Event(sequence: Sequence(7), change: .audience(viewers: 3)))])
        }
        #expect(dialect.readCount == 1)
    }

    /// Of the same length, and one of them no longer remembered.
    @Test func whatIsAnotherIsReadAgain() {
        var dialect = RoomDialect()
        for round in 0..<2 {
            for number in 10..<40 {
                let reading = read(#"{"type":"audience","seq":\#(number),"viewers":3}"#, &dialect)
                let expected = Event(sequence: Sequence(Int64(number)), change: .audience(viewers: 3))
                #expect(reading.messages == [.event(expected)], "round \(round)")
            }
        }
        #expect(dialect.readCount == 60)
    }

    @Test func aLineThatCannotBeReadEndsTheMessage() {
        var dialect = RoomDialect()
        let lines = [#"{"type":"audience","seq":1,"viewers":3}"#, "{", #"{"type":"audience","seq":2,"viewers":3}"#]
        let reading = read(lines.joined(separator: "\n"), &dialect)
        #expect(reading.messages.count == 1 && reading.failure != nil)
    }

    @Test func requestsAreWrittenAsTheProtocolWants() {
        var dialect = RoomDialect()
        for id in [1, 22] {
            let packet = dialect.packet(.ping(RequestID(Int64(id))))
            #expect(packet.withBytes { String(decoding: $0, as: UTF8.self) } == #"{"type":"ping","id":\#(id)}"#)
        }
    }
}
