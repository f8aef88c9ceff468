import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

extension PartTests {
    @Suite struct PresentationTests {
        private var presentation = Presentation()
        private let ann = MemberID(1)
        private let page = PageIndex(3)

        @Test mutating func aTargetBeginsWithoutStepsUnlessItIsShownWhole() {
            let holds13 = presentation.enter(page, showing: 0, by: ann) == nil
            #expect(holds13)
            let holds14 = presentation.enter(page, showing: 2, by: ann) == .revealed(page, shown: 2, by: ann)
            #expect(holds14)
            let holds15 = presentation.limit(to: 2, of: page, by: ann) == nil
            #expect(holds15)
            let holds16 = presentation.limit(to: 1, of: page, by: ann) == .revealed(page, shown: 1, by: ann)
            #expect(holds16)
            #expect(presentation.shown == 1)
        }

        @Test mutating func onlyAChangeIsPublished() {
            let holds17 = presentation.setBlank(false, by: ann) == nil
            #expect(holds17)
            let holds18 = presentation.setBlank(true, by: ann) == .blank(true, by: ann)
            #expect(holds18)
            let holds19 = presentation.point(to: nil) == nil
            #expect(holds19)
            let pointer = Pointer(page: PageID("a"), at: 1, by: ann)
            let holds20 = presentation.point(to: pointer) == .pointer(pointer)
            #expect(holds20)
            let holds21 = presentation.point(to: pointer) == nil
            #expect(holds21)
        }

        @Test mutating func aScrollAndAPointerArePublishedTogether() {
            let (pointer, top) = (
                Pointer(page: PageID("a"), at: 1, by: ann), Pointer(page: PageID("a"), at: 9, by: ann)
            )
            _ = presentation.point(to: pointer)
            let isFirst = presentation.scroll(to: top) == .pointer(pointer, top: top)
            #expect(isFirst)
            let isSame = presentation.scroll(to: Pointer(page: PageID("a"), at: 9, by: MemberID(2))) == nil
            #expect(isSame, "by whom makes no difference")
            let isKept = presentation.point(to: nil) == .pointer(nil, top: top)
            #expect(isKept)
            let isEnded = presentation.scroll(to: nil) == .pointer(nil) && presentation.top == nil
            #expect(isEnded)
        }

        @Test func notesArePublishedOnceUntilTheWindowHasOthers() {
            var notes = NotesPublisher()
            let some = [PageNotes(page: PageID("a"), text: "secret")]
            let holds22 = notes.isWindowChanged && notes.publish(some)
            #expect(holds22)
            #expect(!notes.isWindowChanged)
            notes.windowChanged()
            let holds23 = notes.isWindowChanged && !notes.publish(some)
            #expect(holds23)
        }
    }
}
