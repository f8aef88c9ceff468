import PagingContent
import PagingEngine
import PagingRoom
import TerminalView
import Testing

@testable import riffle

/// Terminals that show the same share one picture.
@Suite struct PictureCacheTests {
    private static let size = WindowSize(columns: 40, rows: 12)

    private func view(_ change: (inout RoomViewModel) -> Void = { _ in }) throws -> RoomViewModel {
        var view = try #require(SessionRoom().view)
        change(&view)
        return view
    }

    private func picture(_ cache: PictureCache, _ view: RoomViewModel, _ size: WindowSize = Self.size) -> DrawnPicture {
        cache.picture(of: view, size: size, borders: .ascii)
    }

    @Test func whatLooksTheSameIsDrawnOnce() throws {
        let cache = PictureCache(isShared: true)
        let first = picture(cache, try view())
        #expect(picture(cache, try view()) === first)
        #expect(picture(cache, try view { $0.note = "mine" }) !== first)
        #expect(picture(cache, try view(), WindowSize(columns: 41, rows: 12)) !== first)
        #expect(picture(PictureCache(isShared: false), try view()) !== first)
    }

    /// Windows that have seen other pages before show the same, as long as none of those is in view.
    @Test func pagesOutOfViewMakeNoDifference() throws {
        let cache = PictureCache(isShared: true)
        let first = picture(cache, try view())
        let far = WindowPage(index: PageIndex(30), item: nil, page: Page(id: PageID("far"), title: "Far"))
        let seen = try view { $0.beyond = [far] }
        #expect(picture(cache, seen) === first)
        let drawn = seen.draw(columns: Self.size.columns, rows: Self.size.rows)
        #expect(first.screen == drawn)
        let near = WindowPage(index: PageIndex(0), item: 0, page: Page(id: PageID("other"), title: "Other"))
        #expect(picture(cache, try view { $0.beyond = [near] }).screen == first.screen, "the room's own page counts")
    }

    @Test func aChangeIsFoundOnceAndIsComplete() throws {
        let cache = PictureCache(isShared: true)
        let (old, new) = (picture(cache, try view()), picture(cache, try view { $0.note = "a note" }))
        let bytes = cache.bytes(from: old, to: new, colours: .full)
        #expect(bytes == ScreenDiff.bytes(from: old.screen, to: new.screen))
        #expect(cache.bytes(from: old, to: new, colours: .full) == bytes)
        #expect(cache.bytes(from: nil, to: new, colours: .full) == ScreenDiff.bytes(from: nil, to: new.screen))
        #expect(cache.bytes(from: new, to: new, colours: .full).isEmpty)
    }

    /// Beyond a limit of memory terminals do not keep their pictures, whatever sizes strangers ask for.
    @Test func picturesOfManySizesAreBounded() throws {
        let cache = PictureCache(isShared: true, mostCells: 10_000)
        var pictures: [DrawnPicture] = []
        for columns in 40..<100 where !cache.isFull {
            pictures.append(picture(cache, try view(), WindowSize(columns: columns, rows: 10)))
        }
        #expect(cache.isFull && pictures.count < 25)
        pictures = []
        #expect(!cache.isFull)
    }
}

extension RoomViewModel {
    fileprivate func draw(columns: Int, rows: Int) -> Screen {
        var layouts = LayoutCache()
        return draw(columns: columns, rows: rows, borders: .ascii, layouts: &layouts)
    }
}
