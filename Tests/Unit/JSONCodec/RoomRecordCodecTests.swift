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
        let seats = (0..<samples.index(below: 5)).map { _ in
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
            arrivals: seats,
            departures: isWhole ? [] : [samples.member()],
            removed: samples.maybe([Credential(tokenID: "t2"), Credential(token: "a.b.c")]))
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
        let newer = text.replacing("\"record\":1", with: "\"record\":2")
        let fault = #expect(throws: Malformed.self) { try RoomRecord(bytes: Array(newer.utf8)) }
        #expect(fault?.refusal.reason == "record: expected version 1, got 2; update the program")
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
        #expect(try RoomRecord(bytes: record.bytes) == record)
    }
}
