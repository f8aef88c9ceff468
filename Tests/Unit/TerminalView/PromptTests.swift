import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

/// Keys while a prompt covers the pages.
@Suite struct PromptTests {
    @Test func aSearchIsTypedAndMended() {
        var line = SearchLine()
        for key in "helxo".map(Key.character) { #expect(line.read(key) == .typing) }
        #expect(line.read(.backspace) == .typing)
        #expect(line.read(.backspace) == .typing)
        #expect(line.read(.left) == .typing)
        for key in "lo 你".map(Key.character) { _ = line.read(key) }
        #expect(line.text == "hello 你")
        #expect(line.read(.enter) == .entered("hello 你"))
        #expect(line.read(.escape) == .left)
        #expect(line.read(.control("u")) == .typing)
        #expect(line.read(.enter) == .entered(""))
        #expect(line.read(.backspace) == .left, "as in vi")
        for _ in 0..<500 { _ = line.read(.character("x")) }
        #expect(line.text.count == Search.longestText)
    }

    @Test func theCursorStaysInTheGrid() {
        var cursor = GridCursor(count: 10, selected: 4)
        func press(_ keys: Key...) -> Int {
            for key in keys { #expect(cursor.read(key, perRow: 3) == .choosing) }
            return cursor.selected
        }
        #expect(press(.right) == 5)
        #expect(press(.down) == 8)
        #expect(press(.down) == 9)
        #expect(press(.up, .up) == 3)
        #expect(press(.left, .character("h"), .character("h"), .left) == 0)
        #expect(press(.end) == 9)
        #expect(press(.character("g")) == 0)
        #expect(press(.pageDown) == 9)
        #expect(cursor.read(.enter, perRow: 3) == .chosen(9))
        #expect(cursor.read(.escape, perRow: 3) == .left)
        #expect(cursor.read(.character("o"), perRow: 3) == .left)
        var empty = GridCursor(count: 0, selected: 7)
        #expect(empty.read(.right, perRow: 3) == .choosing)
        #expect(empty.selected == 0)
    }

    private func room(_ count: Int) -> Replica {
        var replica = PresetRoom(.threePage).replica
        replica.control.policy = .baton
        replica.members = (1...max(1, count)).map { Member(id: MemberID(UInt32($0)), name: "m\($0)", role: .member) }
        replica.members[0].role = .presenter
        return replica
    }

    @Test func aMemberIsChosenByItsNumber() {
        var replica = room(5)
        replica.members[2].isAway = true
        replica.members[3].role = .viewer
        var choice = MemberChoice(replica: replica, own: MemberID(1))
        #expect(choice.members.map(\.name) == ["m2", "m5"])
        #expect(choice.page.body.contains("2  m5"))
        #expect(choice.read(.character("7")) == .choosing)
        #expect(choice.read(.character("0")) == .choosing)
        #expect(choice.read(.character("2")) == .chosen(MemberID(5)))
        #expect(choice.read(.escape) == .left)
        replica.control.asked = [MemberID(5)]
        choice = MemberChoice(replica: replica, own: MemberID(1))
        #expect(choice.members.map(\.name) == ["m5", "m2"], "who asks comes first")
        #expect(choice.page.body.contains("1  m5, asks for it"))
    }

    @Test func aLongListTakesTwoDigitsOrEnter() {
        var choice = MemberChoice(replica: room(30), own: MemberID(1))
        #expect(choice.read(.character("1")) == .choosing)
        #expect(choice.page.body.contains("1_"))
        #expect(choice.read(.enter) == .chosen(MemberID(2)))
        choice = MemberChoice(replica: room(30), own: MemberID(1))
        #expect(choice.read(.character("1")) == .choosing)
        #expect(choice.read(.backspace) == .choosing)
        #expect(choice.read(.character("2")) == .choosing)
        #expect(choice.read(.character("8")) == .chosen(MemberID(29)))
    }

    @Test func nobodyToChoose() {
        var choice = MemberChoice(replica: room(1), own: MemberID(1))
        #expect(choice.members.isEmpty)
        for key in [Key.character("1"), .enter, .backspace] { #expect(choice.read(key) == .choosing) }
    }
}
