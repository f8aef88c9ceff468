import ClusterTraffic
import Foundation
import JSONCodec
import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import TestSupport
import Testing

@testable import ClusterServer

/// Items of links in both directions: every field survives, and no bytes of a stranger trap.
@Suite struct LinkItemTests {
    private static let last = Fixture.address(Int(UInt16.max), .max)
    private static let longest = String(repeating: "s", count: Limits.secretBytes)

    private static let joins: [JoinRequest] = [
        JoinRequest(
            address: Fixture.address(0, 0), id: RequestID(1), join: Join(), secret: Session(""), limit: .viewer,
            passesLock: false, mayCreate: false),
        JoinRequest(
            address: last, id: RequestID(Fixture.largest),
            join: Join(
                name: Fixture.unicode, role: .presenter, offsets: .frames,
                since: Join.Since(epoch: Epoch("7-8"), sequence: Sequence(Fixture.largest)),
                session: Session(longest), knowsEpochs: true),
            secret: Session(Fixture.unicode), limit: .presenter, credential: Credential("jti-1"), passesLock: true,
            mayCreate: true, connection: ConnectionKey("p-1-2"), openedAt: Instant(milliseconds: 1 << 50)),
        JoinRequest(
            address: last, id: RequestID(2),
            join: Join(name: "", role: .member, offsets: .none, session: Session("")), secret: Session("x"),
            limit: .member, passesLock: true, mayCreate: false, connection: ConnectionKey("")),
    ]
    private static let drawn = [
        Drawn(member: MemberID(.max), sequence: Sequence(Fixture.largest), digest: Digest(value: .max), isCut: true),
        Drawn(member: MemberID(0), sequence: Sequence(0), digest: Digest(value: 0)),
    ]
    private static let reopens = Join.Offsets.allCases.enumerated().map { number, offsets in
        ReopenRequest(
            address: last, connection: ConnectionKey(longest), session: Session(Fixture.unicode), offsets: offsets,
            answered: RequestID([0, 1, Fixture.largest][number]))
    }

    private static let tally: AudienceTally = {
        var tally = AudienceTally()
        (tally.viewers, tally.present, tally.cut) = (Int(UInt32.max), 30_000, 7)
        tally.pictures = [
            .init(sequence: Sequence(Fixture.largest), digest: Digest(value: .max), viewers: 29_999),
            .init(sequence: Sequence(0), digest: Digest(value: 0), viewers: 1),
        ]
        return tally
    }()

    private static let up: [UpItem] =
        joins.map { .requestJoin($0) } + reopens.map { .reopen($0) } + [
            .withdrawn(last), .resync(Fixture.address(3, 4)), .reopened, .drawn([]), .drawn(drawn),
            .left(MemberID(.max), last, politely: true), .left(MemberID(1), last, politely: false),
            .sideRequest(MemberID(2), last, RequestID(1), .pages(from: PageIndex(1 - PageIndex.bound), count: 1)),
            .sideRequest(
                MemberID(2), last, RequestID(Fixture.largest), .pages(from: PageIndex(PageIndex.bound - 1), count: 32)),
            .sideRequest(MemberID(2), last, RequestID(3), .asset(Fixture.asset.name)),
            .sideRequest(MemberID(2), last, RequestID(3), .keep(Fixture.asset)),
            .audienceRequest(last, RequestID(3), .asset(Fixture.asset.name)),
            .audienceRequest(last, RequestID(3), .keep(Fixture.asset)),
            .tally(AudienceTally()), .tally(tally), .wantsNumbers, .void([]),
            .void([Credential(session: Session("s")), Credential(longest)]),
            .audienceRequest(
                last, RequestID(Fixture.largest), .pages(from: PageIndex(PageIndex.bound - 1), count: 32)),
            .request(MemberID(1), last, RequestID(7), .blank(true), nil),
            .request(MemberID(1), last, nil, .dragMoved(DragID(3), by: Distance(units: -5)), FencingToken(9)),
        ]

    private static let down: [DownItem] =
        CloseCode.allCases.map { .dismissed(last, $0, reason: Fixture.unicode) }
        + Join.Offsets.allCases.map { offsets in
            .joinGranted(
                last,
                JoinGranted(
                    room: "talk", member: MemberID(.max), session: Session(longest), offsets: offsets,
                    knowsEpochs: offsets == .frames, frames: [[], [1], Array(Fixture.unicode.utf8)],
                    sequence: Sequence(Fixture.largest), recovered: offsets == .none))
        } + [
            .joinGranted(
                Fixture.address(0, 1),
                JoinGranted(
                    room: "talk", member: MemberID(1), session: Session(""), offsets: .keyframes, knowsEpochs: false,
                    frames: [], sequence: Sequence(0), recovered: true)),
            .reply(last, [], answers: nil), .reply(last, [1, 2], answers: RequestID(Fixture.largest)),
            .sideAnswer(last, [3], answers: RequestID(1)), .reset(last, [4], Sequence(Fixture.largest)),
            .audienceRules(
                AudienceRules(
                    isOpen: true, free: Int(UInt32.max), void: [Credential(longest), Credential("")],
                    removed: [MemberID(.max), MemberID(0)])),
            .audienceRules(AudienceRules(isOpen: false, free: 0, void: [], removed: [])),
            .audienceNumbers(first: MemberID(.max)),
            .dismissed(last, .moved, reason: ""), .reached(Sequence(0)), .reached(Sequence(Fixture.largest)),
        ]

    /// All values of an item as text: items themselves have no equality.
    private func text(_ item: some Any) -> String {
        var text = ""
        dump(item, to: &text)
        return text
    }

    @Test func everyFieldOfAnItemUpSurvives() throws {
        for item in Self.up {
            let bytes = item.bytes(with: Fixture.codec)
            let back = try #require(UpItem(bytes, with: Fixture.codec), "\(item)")
            #expect(text(back) == text(item))
            for count in 0..<bytes.count {
                #expect(UpItem(Array(bytes.prefix(count)), with: Fixture.codec) == nil, "\(item): \(count) bytes")
            }
            #expect(UpItem(bytes + [0], with: Fixture.codec) == nil)
        }
        #expect(Set(Self.up.map { $0.bytes(with: Fixture.codec)[0] }) == Set(1...17), "every kind")
    }

    @Test func everyFieldOfAnItemDownSurvives() throws {
        for item in Self.down {
            let bytes = item.bytes
            let back = try #require(DownItem(bytes, room: "talk"), "\(item)")
            #expect(text(back) == text(item))
            for count in 0..<bytes.count {
                #expect(DownItem(Array(bytes.prefix(count)), room: "talk") == nil, "\(item): \(count) bytes")
            }
            #expect(DownItem(bytes + [0], room: "talk") == nil)
        }
        #expect(Set(Self.down.map { $0.bytes[0] }) == Set(1...8), "every kind")
    }

    /// More present than there are, more that see a part than are present, more pictures than viewers, or too many.
    @Test func aTallyThatContradictsItselfIsRefused() {
        let picture = AudienceTally.PictureCount(sequence: Sequence(1), digest: Digest(value: 2), viewers: 1)
        for (viewers, present, cut, pictures) in [(3, 4, 0, 0), (4, 3, 4, 0), (4, 3, 0, 4), (40, 40, 0, 17)] {
            var tally = AudienceTally()
            (tally.viewers, tally.present, tally.cut) = (viewers, present, cut)
            tally.pictures = Array(repeating: picture, count: pictures)
            #expect(UpItem(UpItem.tally(tally).bytes(with: Fixture.codec), with: Fixture.codec) == nil, "\(tally)")
        }
    }

    /// The protocol's vectors have every request with every field.
    @Test func everyRequestSurvives() throws {
        let file = Repository.file("Protocol/vectors/valid-client.jsonl")
        var count = 0
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let vector = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard let object = vector["message"] else { continue }
            let bytes = Array(try JSONSerialization.data(withJSONObject: object))
            guard case .request(let id, let request, let token)? = Fixture.codec.decode(bytes) else { continue }
            count += 1
            let item = UpItem.request(MemberID(3), Self.last, id, request, token)
            let back = try #require(UpItem(item.bytes(with: Fixture.codec), with: Fixture.codec))
            guard case .request(let member, let address, let idBack, let requestBack, let tokenBack) = back else {
                Issue.record("expected a request, got \(back)")
                continue
            }
            #expect(member == MemberID(3) && address == Self.last && idBack == id)
            #expect(requestBack == request && tokenBack == token)
        }
        #expect(count > 25, "the vectors were found")
    }

    @Test func theTokenOfAJoinStaysAtTheEdge() throws {
        var request = Self.joins[1]
        request.join.token = "secret-token"
        let bytes = UpItem.requestJoin(request).bytes(with: Fixture.codec)
        #expect(bytes == UpItem.requestJoin(Self.joins[1]).bytes(with: Fixture.codec))
    }

    /// Values that only a broken or hostile node writes.
    @Test func valuesOutOfRangeAreRefused() {
        var join = Self.joins[1]
        join.join.name = String(repeating: "n", count: Limits.nameBytes + 1)
        var turned = Self.joins[1]
        turned.join.name = "a\u{202E}b"
        var large = Self.joins[1]
        large.secret = Session(Self.longest + "s")
        var late = Self.joins[1]
        late.id = RequestID(1 << 53)
        let up: [UpItem] = [
            .requestJoin(join), .requestJoin(turned), .requestJoin(large), .requestJoin(late),
            .sideRequest(MemberID(2), Self.last, RequestID(1), .pages(from: PageIndex(PageIndex.bound), count: 1)),
            .sideRequest(MemberID(2), Self.last, RequestID(1), .pages(from: PageIndex(-PageIndex.bound), count: 1)),
            .sideRequest(MemberID(2), Self.last, RequestID(1), .pages(from: PageIndex(0), count: 0)),
            .sideRequest(MemberID(2), Self.last, RequestID(1), .pages(from: PageIndex(0), count: 33)),
            .drawn([Drawn(member: MemberID(0), sequence: Sequence(.max), digest: Digest(value: 0))]),
        ]
        for item in up { #expect(UpItem(item.bytes(with: Fixture.codec), with: Fixture.codec) == nil, "\(item)") }
        let frames = [Frame](repeating: [], count: ItemFields.maximumFrames + 1)
        let down: [DownItem] = [
            .reached(Sequence(-1)), .reset(Self.last, [], Sequence(-1)),
            .reply(Self.last, [], answers: RequestID(.max)),
            .dismissed(Self.last, .moved, reason: String(repeating: "x", count: 2_049)),
            .joinGranted(
                Self.last,
                JoinGranted(
                    room: "talk", member: MemberID(1), session: Session(""), offsets: .none, knowsEpochs: true,
                    frames: frames, sequence: Sequence(0), recovered: true)),
        ]
        for item in down { #expect(DownItem(item.bytes, room: "talk") == nil, "\(item)") }
    }

    @Test func changedAndRandomBytesAreReadOrRefused() {
        var random = SystemRandomNumberGenerator()
        let (up, down) = (Self.up.map { $0.bytes(with: Fixture.codec) }, Self.down.map(\.bytes))
        var (read, refused) = (0, 0)
        for number in 0..<10_000 {
            let upBytes = Fixture.changed(up[number % up.count], &random)
            let downBytes = Fixture.changed(down[number % down.count], &random)
            let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8.random(in: 0...9, using: &random)
            }
            if let item = UpItem(upBytes, with: Fixture.codec) {
                read += 1
                if case .request = item {} else { #expect(item.bytes(with: Fixture.codec) == upBytes) }
            } else {
                refused += 1
            }
            if let item = DownItem(downBytes, room: "talk") { #expect(item.bytes == downBytes) }
            _ = (UpItem(noise, with: Fixture.codec), DownItem(noise, room: "talk"))
        }
        #expect(read > 500 && refused > 500)
    }
}
