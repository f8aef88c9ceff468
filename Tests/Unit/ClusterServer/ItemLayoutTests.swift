import PagingEngine
import PagingRoom
import PagingServer
import PagingWire
import Testing

@testable import ClusterServer

/// Items of links as bytes, which other versions read too.
@Suite struct ItemLayoutTests {
    private static let address = Fixture.address(258, 5)
    private static let addressBytes: [UInt8] = [1, 2] + eight(5)
    private static let member: [UInt8] = [0, 0, 0, 3]
    private static let asset = Fixture.asset
    private static let name = asset.name

    private static func eight(_ number: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, number] }

    /// Bytes behind their length.
    private static func long(_ text: String) -> [UInt8] { [0, 0, 0, UInt8(text.utf8.count)] + Array(text.utf8) }

    @Test func theLayoutOfItemsUpIsFixed() {
        let (address, member) = (Self.address, MemberID(3))
        let request = ClientMessage.request(RequestID(7), .blank(true), grant: FencingToken(9))
        let drawn = Drawn(member: member, sequence: Sequence(6), digest: Digest(value: 7), isCut: true)
        let items: [(UpItem, [UInt8])] = [
            (.withdrawn(address), [2] + Self.addressBytes),
            (
                .request(member, address, RequestID(7), .blank(true), FencingToken(9)),
                Fixture.joined([3], Self.member, Self.addressBytes, Fixture.codec.encode(request))
            ),
            (
                .sideRequest(member, address, RequestID(6), .pages(from: PageIndex(7), count: 8)),
                Fixture.joined([4], Self.member, Self.addressBytes, Self.eight(6), Self.eight(7), [8])
            ),
            (
                .sideRequest(member, address, RequestID(6), .asset(Self.name)),
                Fixture.joined([14], Self.member, Self.addressBytes, Self.eight(6), Self.long(Self.name.text))
            ),
            (
                .sideRequest(member, address, RequestID(6), .keep(Self.asset)),
                Fixture.joined(
                    [15], Self.member, Self.addressBytes, Self.eight(6), Self.long(Self.name.text), [1],
                    Self.long("AAAA"))
            ),
            (
                .audienceRequest(address, RequestID(6), .asset(Self.name)),
                Fixture.joined([16], Self.addressBytes, Self.eight(6), Self.long(Self.name.text))
            ),
            (.left(member, address, politely: true), Fixture.joined([5], Self.member, Self.addressBytes, [1])),
            (.drawn([drawn]), Fixture.joined([6, 0, 0, 0, 1], Self.member, Self.eight(6), Self.eight(7), [1])),
            (.resync(address), [7] + Self.addressBytes),
            (.reopened, [9]),
        ]
        for (item, bytes) in items { #expect(item.bytes(with: Fixture.codec) == bytes, "\(item)") }
    }

    @Test(arguments: [(Join.Offsets.frames, 0), (.keyframes, 1), (.none, 2)] as [(Join.Offsets, UInt8)])
    func theLayoutOfAReopenIsFixed(offsets: Join.Offsets, number: UInt8) {
        let request = ReopenRequest(
            address: Self.address, connection: ConnectionKey("c"), session: Session("se"), offsets: offsets,
            answered: RequestID(6))
        #expect(
            UpItem.reopen(request).bytes(with: Fixture.codec)
                == Fixture.joined([8], Self.addressBytes, Self.long("c"), Self.long("se"), [number], Self.eight(6)))
    }

    @Test(arguments: [(Role.presenter, 0), (.member, 1), (.viewer, 2)] as [(Role, UInt8)])
    func theLayoutOfAJoinIsFixed(role: Role, number: UInt8) {
        let request = JoinRequest(
            address: Self.address, id: RequestID(6),
            join: Join(
                name: "n", role: role, offsets: .none, since: Join.Since(epoch: Epoch("e"), sequence: Sequence(4)),
                session: Session("s"), knowsEpochs: true),
            secret: Session("x"), limit: .member, credential: Credential("j"), passesLock: true, mayCreate: false,
            connection: ConnectionKey("c"), openedAt: Instant(milliseconds: 7))
        let since = Fixture.joined([1], Self.long("e"), Self.eight(4))
        let join = Fixture.joined([1], Self.long("n"), [number, 2], since, [1], Self.long("s"), [1])
        let rest = Fixture.joined(
            Self.long("x"), [1, 1], Self.long("j"), [1, 0, 1], Self.long("c"), [1], Self.eight(7))
        #expect(
            UpItem.requestJoin(request).bytes(with: Fixture.codec)
                == Fixture.joined([1], Self.addressBytes, Self.eight(6), join, rest))
    }

    @Test func theLayoutOfItemsDownIsFixed() {
        let (address, frame) = (Self.address, [0, 0, 0, 1, 9] as [UInt8])
        let granted = JoinGranted(
            room: "talk", member: MemberID(3), session: Session("s"), offsets: .keyframes, knowsEpochs: true,
            frames: [[9]], sequence: Sequence(4), recovered: false)
        let items: [(DownItem, [UInt8])] = [
            (
                .joinGranted(address, granted),
                Fixture.joined(
                    [1], Self.addressBytes, Self.member, Self.long("s"), [1, 1], Self.eight(4), [0, 0, 1], frame)
            ),
            (.reply(address, [9], answers: nil), Fixture.joined([2], Self.addressBytes, [0], frame)),
            (
                .reply(address, [9], answers: RequestID(6)),
                Fixture.joined([2], Self.addressBytes, [1], Self.eight(6), frame)
            ),
            (
                .sideAnswer(address, [9], answers: RequestID(6)),
                Fixture.joined([3], Self.addressBytes, Self.eight(6), frame)
            ),
            (.reset(address, [9], Sequence(6)), Fixture.joined([4], Self.addressBytes, Self.eight(6), frame)),
            (
                .dismissed(address, .moved, reason: "why"),
                Fixture.joined([5], Self.addressBytes, [15, 165], Self.long("why"))
            ),
            (.reached(Sequence(6)), Fixture.joined([6], Self.eight(6))),
        ]
        for (item, bytes) in items { #expect(item.bytes == bytes, "\(item)") }
    }

    @Test func theLongestValuesAreRead() {
        let name = String(repeating: "n", count: Limits.nameBytes)
        let join = JoinRequest(
            address: Self.address, id: RequestID(1), join: Join(name: name), secret: Session("x"), limit: .member,
            passesLock: false, mayCreate: false)
        #expect(UpItem(UpItem.requestJoin(join).bytes(with: Fixture.codec), with: Fixture.codec) != nil)
        let granted = JoinGranted(
            room: "talk", member: MemberID(3), session: Session("s"), offsets: .keyframes, knowsEpochs: true,
            frames: [Frame](repeating: [], count: 2_048), sequence: Sequence(4), recovered: false)
        let reason = String(repeating: "x", count: 2_048)
        let down: [DownItem] = [
            .joinGranted(Self.address, granted), .dismissed(Self.address, .moved, reason: reason),
        ]
        for item in down { #expect(DownItem(item.bytes, room: "talk")?.bytes == item.bytes) }
    }
}
