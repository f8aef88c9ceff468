import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// The lobby as lines, in windows of all sizes.
@Suite struct LobbySceneTests {
    /// A square with a pattern, in place of a code: 25 modules, as an address of 35 characters takes.
    private static let code = QRCode(size: 25, dark: (0..<625).map { $0 % 2 == 0 })

    private func scene(
        _ url: String = "ws://192.168.1.20:7420/rooms/tour", page: String? = nil, names: [String] = ["Ann", "Bob"],
        viewers: Int = 0, hasCode: Bool = true
    ) -> LobbyScene {
        let members = names.enumerated().map { number, name in
            Member(id: MemberID(UInt32(number + 1)), name: name, role: number == 0 ? .presenter : .member)
        }
        let replica = Replica(
            sequence: Sequence(1), configuration: Configuration(.threePage), phase: .idle, settled: PageIndex(0),
            position: Position(page: PageIndex(0)), origin: PageIndex(0), target: PageIndex(0), loading: false,
            dragEnabled: true, revision: 0, count: 3, wrap: .finite, window: [], members: members, viewers: viewers,
            control: Control(policy: .open))
        var lobby = Lobby(title: "A tour", url: url, page: page, ssh: "ssh tour@192.168.1.20 -p 2222")
        if hasCode { lobby.code = Self.code }
        let status = StatusLine(
            room: "tour", place: .listed(number: 1, count: 3), phase: .idle, members: members.count)
        return LobbyScene(lobby: lobby, replica: replica, status: status)
    }

    private func hasCode(_ screen: Screen) -> Bool { screen.cells.contains { $0.style == .whiteOnBlack } }

    @Test func anOrdinaryTerminalHasAllParts() {
        let screen = scene(page: "http://192.168.1.20:7420/tour").draw(columns: 80, rows: 24)
        let text = screen.lines.joined(separator: "\n")
        #expect(screen.lines[0].hasSuffix("A tour"))
        #expect(screen.lines[2].contains("▀") && screen.lines[5].isEmpty, "the address in letters of three rows")
        for part in [
            "http://192.168.1.20:7420/tour", "riffle join 192.168.1.20/tour", "ssh tour@192.168.1.20 -p 2222",
            "2 people are here", "Ann (presenter), Bob",
        ] {
            #expect(text.contains(part))
        }
        let white = (0..<23).filter { row in screen.row(row).contains { $0.style == .whiteOnBlack } }
        #expect(white == Array(6...22), "17 rows: the margin of the standard")
        #expect(screen.lines[23].contains("page 1 of 3"))
    }

    /// The largest letters and codes that fit, down to none.
    @Test(arguments: [
        (200, 60, 99), (120, 50, 66), (80, 24, 33), (80, 20, 29), (55, 20, 29), (54, 20, 0), (80, 19, 0), (20, 6, 0),
    ])
    func theCodeIsAsLargeAsFits(columns: Int, rows: Int, width: Int) {
        let screen = scene("ws://192.168.1.20:7420/rooms/tour").draw(columns: columns, rows: rows)
        let widths = (0..<rows).map { row in screen.row(row).count { $0.style == .whiteOnBlack } }
        #expect(widths.max() == width)
        let text = screen.lines.joined(separator: " ")
        #expect(text.contains("needs a window of 55x20 or more") == (width == 0 && rows > 6))
    }

    @Test(arguments: [(1, 1), (3, 2), (10, 4), (20, 6), (1_000, 1_000)]) func everySizeIsDrawn(columns: Int, rows: Int)
    {
        for scene in [
            scene(), scene(hasCode: false), scene("wss://" + String(repeating: "x", count: 200) + "/rooms/a"),
        ] {
            let screen = scene.draw(columns: columns, rows: rows)
            #expect(screen.columns == columns && screen.rows == rows)
        }
    }

    @Test func aCrowdIsCut() {
        let names = (1...200).map { "Member\($0)" }
        let text = scene(names: names, viewers: 300).draw(columns: 80, rows: 24).lines.joined(separator: "\n")
        #expect(text.contains("500 people are here") && text.contains("Member1 (presenter), Member2"))
        #expect(text.contains(" more"))
        let few = scene(viewers: 1).draw(columns: 80, rows: 24).lines.joined(separator: "\n")
        #expect(few.contains("3 people are here") && few.contains("Bob, 1 viewer"))
        let alone = scene(names: ["Ann"]).draw(columns: 80, rows: 24).lines.joined(separator: "\n")
        #expect(alone.contains("nobody else is here yet"))
    }

    /// Names and titles of others cannot control the terminal.
    @Test func controlCharactersAreNotDrawn() {
        var lobby = scene(names: ["Ann\u{1B}[2J", "B\u{202E}ob"])
        lobby.lobby.title = "T\u{7}itle"
        let screen = lobby.draw(columns: 80, rows: 24)
        #expect(!screen.cells.contains { $0.character.isControl || $0.character == "\u{202E}" })
        #expect(screen.lines.joined().contains("Ann·[2J (presenter), Bob"))
    }

    @Test func anAddressOfThisMachineSaysSo() {
        for (url, isLocal) in [
            ("ws://127.0.0.1:7420/rooms/a", true), ("ws://[::1]:7420/rooms/a", true), ("ws://10.0.0.1/rooms/a", false),
        ] {
            #expect((Lobby(title: "", url: url).note != nil) == isLocal)
        }
    }

    @Test func theAddressIsThatOfThePageWhereThereIsOne() {
        let plain = Lobby(title: "", url: "ws://a:7420/rooms/b", needsToken: true)
        #expect(plain.address == "a/b" && plain.target == "ws://a:7420/rooms/b")
        #expect(plain.ways == ["riffle join a/b --token-file TOKEN"])
        let page = Lobby(title: "", url: "ws://a:7420/rooms/b", page: "http://a:7420/b")
        #expect(page.address == "a:7420/b" && page.target == "http://a:7420/b")
        let secure = Lobby(title: "", url: "wss://a:7420/rooms/b", page: "https://a:7420/b")
        #expect(secure.address == "https://a:7420/b" && secure.ways.last == "riffle join wss://a:7420/rooms/b")
    }

    @Test func largeLettersAreReadable() throws {
        let text = try #require(LargeText("a1/Q"))
        #expect(text.rows == 3)
        #expect(
            text.lines == [
                "▄▄  ▄█    █ ▄▀▀▄",
                "▄▀█  █  ▄▀  █  █",
                "▀▀▀ ▀▀▀ ▀    ▀▀▄",
            ], "\(text.lines)")
        #expect(LargeText("a é") == nil && LargeText("") == nil)
        let every = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:-_/[]"
        #expect(LargeText(every) != nil)
        let shapes = every.compactMap { LargeText(String($0))?.lines }
        #expect(Set(shapes).count == every.count, "no letter looks like another")
        #expect(LargeText("a1/Q", scale: 2)?.columns == text.columns * 2)
    }
}
