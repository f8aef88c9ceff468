import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import PagingClient

/// Pages fetched piece by piece.
@Suite struct PageCacheTests {
    /// Answers every request until none is made; returns the requests.
    private func fill(
        _ shelf: inout PageCache, _ need: PageCache.Need, _ replica: Replica, _ role: Role = .viewer
    ) -> [ClosedRange<Int64>] {
        var asked: [ClosedRange<Int64>] = []
        shelf.note(replica)
        while let piece = shelf.wanted(need, replica: replica, role: role) {
            let id = RequestID(Int64(asked.count) + 1)
            shelf.asking(id, from: piece.first, count: piece.count, of: replica)
            #expect(shelf.wanted(need, replica: replica, role: role) == nil, "one at a time")
            asked.append(piece.first.value...piece.first.value + Int64(piece.count) - 1)
            let pages = (0..<Int64(piece.count)).compactMap { step -> WindowPage? in
                let index = piece.first + step
                guard let item = replica.rowPlace(of: index) else { return nil }
                return WindowPage(
                    index: index, item: Int(item), page: Page(id: PageID("p\(item)"), title: "", notes: "n\(item)"))
            }
            shelf.answered(id, pages, of: replica)
            guard asked.count < 100 else { break }
        }
        return asked
    }

    @Test func allPagesOfARowAreFetchedOnce() {
        let replica = DetachedReaderTests.replica(pages: 30, origin: 10)
        var shelf = PageCache()
        let asked = fill(&shelf, .all(PageIndex(10)), replica)
        #expect(shelf.listed(in: replica).map(\.item) == Array(0..<30))
        #expect(asked.map { $0.count }.reduce(0, +) < 60)
        #expect(fill(&shelf, .all(PageIndex(3)), replica).isEmpty)
        #expect(shelf.item(of: PageID("p17")) == 17)
        #expect(shelf.page(at: PageIndex(17), in: replica)?.notes == "n17")
    }

    @Test func aReaderNeedsOnlyTheNeighbours() {
        let replica = DetachedReaderTests.replica(pages: 100, origin: 0)
        var shelf = PageCache()
        #expect(fill(&shelf, .nothing, replica).isEmpty)
        #expect(fill(&shelf, .around(PageIndex(50)), replica) == [50...57, 49...56])
        #expect(shelf.neighbours(of: PageIndex(50), in: replica).map(\.index.value) == [49, 50, 51, 52])
    }

    @Test func theLeashIsKept() {
        var replica = DetachedReaderTests.replica(pages: 30, origin: 10)
        replica.control.leash = .back
        var shelf = PageCache()
        for range in fill(&shelf, .all(PageIndex(10)), replica) { #expect(range.upperBound <= 11) }
        #expect(shelf.listed(in: replica).map(\.item) == Array(0...11))
        var presenters = PageCache()
        _ = fill(&presenters, .all(PageIndex(10)), replica, .presenter)
        #expect(presenters.listed(in: replica).count == 30)
    }

    @Test func aLoopIsAskedForOneLap() {
        let replica = DetachedReaderTests.replica(pages: 12, wrap: .loop, origin: 25)
        var shelf = PageCache()
        _ = fill(&shelf, .all(PageIndex(25)), replica)
        #expect(shelf.listed(in: replica).map(\.item) == Array(0..<12))
        #expect(shelf.neighbours(of: PageIndex(-1), in: replica).count == 5)
    }

    @Test func anEndlessRowIsReadPieceByPiece() {
        let replica = DetachedReaderTests.replica(pages: 0, wrap: .unbounded)
        var shelf = PageCache()
        #expect(fill(&shelf, .all(PageIndex(500)), replica) == [500...507, 499...506])
        #expect(shelf.listed(in: replica).isEmpty)
    }

    @Test func whatDoesNotComeIsNotAskedForAgain() {
        let replica = DetachedReaderTests.replica(pages: 30, origin: 0)
        var shelf = PageCache()
        shelf.note(replica)
        guard let piece = shelf.wanted(.around(PageIndex(20)), replica: replica, role: .viewer) else {
            Issue.record("nothing wanted")
            return
        }
        shelf.asking(RequestID(1), from: piece.first, count: piece.count, of: replica)
        #expect(shelf.isAsking)
        shelf.failed(RequestID(1))
        #expect(!shelf.isAsking)
        let next = shelf.wanted(.around(PageIndex(20)), replica: replica, role: .viewer)
        #expect(next?.first == PageIndex(19))
    }

    @Test func newPagesForgetTheOld() {
        var replica = DetachedReaderTests.replica(pages: 30, origin: 0)
        var shelf = PageCache()
        _ = fill(&shelf, .all(PageIndex(0)), replica)
        replica.revision += 1
        shelf.note(replica)
        #expect(shelf.listed(in: replica).count == replica.window.count)
    }
}
