import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

@Suite struct SeenPagesTests {
    @Test func whatWasSeenStaysKnown() {
        var room = PresetRoom(.buttons, PresetRoom.letters(9))
        var pages = SeenPages()
        pages.note(room.replica)
        room.goTo(1)
        pages.note(room.replica)
        #expect(Set(pages.pages.map(\.index.value)) == [0, 1])
    }

    @Test func aPageOnTheWayIsWantedOnce() {
        var room = PresetRoom(.buttons, PresetRoom.letters(9))
        var pages = SeenPages()
        pages.note(room.replica)
        #expect(pages.wanted(room.replica) == nil)
        room.ask(.jump(PageIndex(5), animated: true))
        pages.note(room.replica)
        #expect(pages.wanted(room.replica) == PageIndex(4))
        #expect(pages.wanted(room.replica) == nil)
        room.ask(.jump(PageIndex(0), animated: true))
        #expect(pages.wanted(room.replica) == nil, "it has been seen")
    }

    /// Caught in flight, the pager can be dragged to a page beyond the window.
    @Test func theNeighboursOfADragAreWanted() {
        var room = PresetRoom(.threePage)
        var pages = SeenPages()
        room.ask(.dragBegan(DragID(1), viewport: nil))
        pages.note(room.replica)
        #expect(pages.wanted(room.replica) == nil)
        room.ask(.dragEnded(DragID(1), by: Distance(units: 45_000), velocity: .zero))
        room.wait(milliseconds: 50)
        #expect(pages.wanted(room.replica) == nil)
        room.ask(.dragBegan(DragID(2), viewport: nil))
        pages.note(room.replica)
        #expect(pages.wanted(room.replica) == PageIndex(0))
    }

    @Test func nothingBeyondTheEndsIsWanted() {
        var room = PresetRoom(.buttons, PresetRoom.letters(2))
        var pages = SeenPages()
        room.goTo(1)
        pages.note(room.replica)
        room.ask(.step(.back, from: PageIndex(1)))
        #expect(pages.wanted(room.replica) == PageIndex(0))
    }

    @Test func otherPagesAreForgottenWithTheirContent() {
        var room = PresetRoom(.buttons, PresetRoom.letters(3))
        var pages = SeenPages()
        room.goTo(1)
        pages.note(room.replica)
        room.ask(.content(revision: room.replica.revision, PresetRoom.titled(["X", "Y"]), wrap: nil))
        pages.note(room.replica)
        #expect(pages.pages.allSatisfy { ["X", "Y"].contains($0.page.title) } && pages.pages.count == 1)
    }

    @Test func thereIsALimitAndKeepsTheNearest() {
        var room = PresetRoom(.threePage)
        var pages = SeenPages()
        for page in stride(from: Int64(0), to: 600, by: 3) {
            room.goTo(page)
            pages.note(room.replica)
            #expect(pages.pages.count <= SeenPages.limit)
            #expect(pages.pages.contains { $0.index == PageIndex(page) })
        }
    }
}
