import JSONCodec
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

/// Records of a room in the format of the store.
@Suite struct RoomRecordCodecTests {
    private func record(_ seed: UInt64) -> RoomRecord {
        var samples = Samples(seed: seed)
        let isWhole = samples.flag()
        let suppliers: [Supplier] = [
            .numbers, .animals(seed: .max),
            .listed((0..<12).map { Page(id: PageID("\($0)"), title: "a\"b", body: "x\ny") }),
            .delayed([Page(id: PageID("a"), title: "", notes: "quiet")], milliseconds: 3_000),
        ]
        let pages = RoomRecord.Pages(supplier: suppliers[samples.index(below: 4)], loops: samples.flag())
        var configuration = Configuration(samples.any(Preset.self))
        configuration.leaseMilliseconds = 4_000
        let arrivals = (0..<samples.index(below: 5)).map { _ in
            RoomRecord.StoredMember(
                member: samples.member(), name: "Zoë 🦉", role: samples.any(Role.self), session: Session("s3cret"),
                credential: samples.maybe(Credential(tokenID: "t1")))
        }
        return RoomRecord(
            isWhole: isWhole, sequence: samples.sequence(),
            rest: Pager.Rest(
                position: samples.position(), origin: samples.page(), revision: samples.integer(0...1 << 53),
                dragEnabled: samples.flag()),
            lastMember: samples.member(), configuration: isWhole ? configuration : samples.maybe(configuration),
            pages: isWhole ? pages : samples.maybe(pages),
            control: samples.maybe(Control(policy: samples.any(Policy.self), leash: .back, isLocked: samples.flag())),
            arrivals: arrivals,
            departures: isWhole ? [] : [samples.member()],
            removed: samples.maybe([Credential(tokenID: "t2"), Credential(token: "a.b.c")]),
            done: samples.flag() ? [samples.member(): done(samples.integer(1...1 << 52))] : [:])
    }

    private func done(_ id: Int64) -> DoneRequest {
        DoneRequest(
            on: ConnectionKey("4f21c07b9d3e8a65-2-10017"), id: RequestID(id), refused: id % 2 == 0 ? 0 : .max)
    }

    @Test func recordsRoundTrip() throws {
        for seed in 0..<300 as Range<UInt64> {
            let record = record(seed)
            #expect(try RoomRecord(bytes: record.bytes) == record, "seed \(seed)")
        }
    }

    @Test func aTruncatedRecordIsRefused() {
        let bytes = record(3).bytes
        for length in bytes.indices {
            #expect(throws: Malformed.self, "\(length) bytes") { try RoomRecord(bytes: Array(bytes[..<length])) }
        }
    }

    @Test func aRecordOfANewerVersionSaysSo() throws {
        let text = String(decoding: record(3).bytes, as: UTF8.self)
        let newer = text.replacing(/"record":[12]/, with: "\"record\":3")
        let fault = #expect(throws: Malformed.self) { try RoomRecord(bytes: Array(newer.utf8)) }
        #expect(fault?.refusal.reason == "record: expected version 1 or 2, got 3; update the program")
    }

    /// A program that does not know requests would forget them, and take those of one connection for those of another.
    @Test func onlyARecordWithRequestsHasTheNewVersion() throws {
        var record = record(3)
        record.done = [:]
        #expect(String(decoding: record.bytes, as: UTF8.self).hasPrefix("{\"record\":1,"))
        record.done = [MemberID(7): done(9)]
        let text = String(decoding: record.bytes, as: UTF8.self)
        #expect(text.hasPrefix("{\"record\":2,"))
        let entry = "{\"member\":7,\"connection\":\"4f21c07b9d3e8a65-2-10017\",\"id\":9,\"refused\":4294967295}"
        #expect(text.hasSuffix("\"done\":[\(entry)]}"))
        let faults = [
            ("\"id\":9", "\"id\":0"), ("\"refused\":4294967295", "\"refused\":4294967296"),
            ("\"connection\"", "\"other\""), ("\"done\"", "\"gone\""), ("[\(entry)]", "[\(entry),\(entry)]"),
        ]
        for (old, new) in faults {
            let bytes = Array(text.replacing(old, with: new).utf8)
            #expect(throws: Malformed.self, "\(new)") { try RoomRecord(bytes: bytes) }
        }
    }

    @Test func aRequestAddsLittleToARecord() {
        var record = record(3)
        record.done = [:]
        let before = record.bytes.count
        record.done = [MemberID(7): DoneRequest(on: done(9).connection, id: RequestID(1_000))]
        #expect(record.bytes.count - before < 80)
    }

    @Test func theLargestRoomFits() throws {
        var record = record(0)
        record.pages = RoomRecord.Pages(
            supplier: .listed((0..<Limits.pages).map { Page(id: PageID("\($0)"), title: "page \($0)") }), loops: true)
        record.arrivals = (1...UInt32(RoomRecord.memberLimit)).map {
            RoomRecord.StoredMember(
                member: MemberID($0), name: "member-\($0)", role: .member, session: Session("\($0)"))
        }
        record.departures = (1...UInt32(RoomRecord.memberLimit)).map { MemberID($0) }
        record.removed = (1...RoomRecord.removedLimit).map { Credential(tokenID: "\($0)") }
        for member in record.departures { record.done[member] = done(1 << 50) }
        #expect(try RoomRecord(bytes: record.bytes) == record)
    }
}
