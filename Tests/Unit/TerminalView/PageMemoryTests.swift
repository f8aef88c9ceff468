import PagingEngine
import PagingRoom
import Testing

@testable import TerminalView

@Suite struct PageMemoryTests {
    @Test func whatWasSeenStaysKnown() {
        var room = PresetRoom(.buttons, PresetRoom.letters(9))
        var memory = PageMemory()
        memory.note(room.replica)
        room.goTo(1)
        memory.note(room.replica)
        #expect(Set(memory.pages.map(\.index.value)) == [0, 1])
    }

    @Test func aPageOnTheWayIsWantedOnce() {
        var room = PresetRoom(.buttons, PresetRoom.letters(9))
        var memory = PageMemory()
        memory.note(room.replica)
        #expect(memory.wanted(room.replica) == nil)
        room.ask(.jump(PageIndex(5), animated: true))
        memory.note(room.replica)
        #expect(memory.wanted(room.replica) == PageIndex(4))
        #expect(memory.wanted(room.replica) == nil)
        room.ask(.jump(PageIndex(0), animated: true))
        #expect(memory.wanted(room.replica) == nil, "it has been seen")
    }

    /// Caught in flight, the pager can be dragged to a page beyond the window.
    @Test func theNeighboursOfADragAreWanted() {
        var room = PresetRoom(.threePage)
        var memory = PageMemory()
        room.ask(.dragBegan(DragID(1), viewport: nil))
        memory.note(room.replica)
        #expect(memory.wanted(room.replica) == nil)
        room.ask(.dragEnded(DragID(1), by: Distance(units: 45_000), velocity: .zero))
        room.wait(milliseconds: 50)
        #expect(memory.wanted(room.replica) == nil)
        room.ask(.dragBegan(DragID(2), viewport: nil))
        memory.note(room.replica)
        #expect(memory.wanted(room.replica) == PageIndex(0))
    }

    @Test func nothingBeyondTheEndsIsWanted() {
        var room = PresetRoom(.buttons, PresetRoom.letters(2))
        var memory = PageMemory()
        room.goTo(1)
        memory.note(room.replica)
        room.ask(.step(.back, from: PageIndex(1)))
        #expect(memory.wanted(room.replica) == PageIndex(0))
    }

    @Test func otherPagesAreForgottenWithTheirContent() {
        var room = PresetRoom(.buttons, PresetRoom.letters(3))
        var memory = PageMemory()
        room.goTo(1)
        memory.note(room.replica)
        room.ask(.content(revision: room.replica.revision, PresetRoom.titled(["X", "Y"]), wrap: nil))
        memory.note(room.replica)
        #expect(memory.pages.allSatisfy { ["X", "Y"].contains($0.page.title) } && memory.pages.count == 1)
    }

    @Test func memoryHasALimitAndKeepsTheNearest() {
        var room = PresetRoom(.threePage)
        var memory = PageMemory()
        for page in stride(from: Int64(0), to: 600, by: 3) {
            room.goTo(page)
            memory.note(room.replica)
            #expect(memory.pages.count <= PageMemory.limit)
            #expect(memory.pages.contains { $0.index == PageIndex(page) })
        }
    }
}
