import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import PagingClient

/// Pages fetched batch by batch.
@Suite struct PageCacheTests {
    /// Answers every request until none is made; returns the requests.
    private func fill(
        _ cache: inout PageCache, _ need: PageCache.Need, _ replica: Replica, _ role: Role = .viewer,
        pagesInAnswer: Int = .max
    ) -> [ClosedRange<Int64>] {
        var asked: [ClosedRange<Int64>] = []
        cache.note(replica)
        while let batch = cache.nextFetch(need, replica: replica, role: role) {
            let id = RequestID(Int64(asked.count) + 1)
            cache.fetching(id, from: batch.first, count: batch.count, of: replica)
            #expect(cache.nextFetch(need, replica: replica, role: role) == nil, "one at a time")
            asked.append(batch.first.value...batch.first.value + Int64(batch.count) - 1)
            let pages = (0..<Int64(batch.count)).compactMap { step -> WindowPage? in
                let index = batch.first + step
                guard let item = replica.rowPlace(of: index) else { return nil }
                return WindowPage(
                    index: index, item: Int(item), page: Page(id: PageID("p\(item)"), title: "", notes: "n\(item)"))
            }
            cache.receive(id, Array(pages.prefix(pagesInAnswer)), of: replica)
            guard asked.count < 100 else { break }
        }
        return asked
    }

    @Test func allPagesOfARowAreFetchedOnce() {
        let replica = DetachedReaderTests.replica(pages: 30, origin: 10)
        var cache = PageCache()
        let asked = fill(&cache, .all(PageIndex(10)), replica)
        #expect(cache.listed(in: replica).map(\.item) == Array(0..<30))
        #expect(asked.map { $0.count }.reduce(0, +) < 60)
        #expect(fill(&cache, .all(PageIndex(3)), replica).isEmpty)
        #expect(cache.item(of: PageID("p17")) == 17)
        #expect(cache.page(at: PageIndex(17), in: replica)?.notes == "n17")
    }

    @Test(arguments: [1, 3]) func pagesThatDidNotFitIntoAnAnswerAreRequestedAgain(count: Int) {
        let replica = DetachedReaderTests.replica(pages: 30, origin: 10)
        var cache = PageCache()
        let asked = fill(&cache, .all(PageIndex(10)), replica, pagesInAnswer: count)
        #expect(cache.listed(in: replica).map(\.item) == Array(0..<30))
        #expect(asked.count <= 30)
        var other = PageCache()
        #expect(fill(&other, .all(PageIndex(10)), replica, pagesInAnswer: 0).count < 10, "an empty answer ends it")
    }

    @Test func aReaderNeedsOnlyTheNeighbours() {
        let replica = DetachedReaderTests.replica(pages: 100, origin: 0)
        var cache = PageCache()
        #expect(fill(&cache, .nothing, replica).isEmpty)
        #expect(fill(&cache, .around(PageIndex(50)), replica) == [50...57, 49...56])
        #expect(cache.neighbours(of: PageIndex(50), in: replica).map(\.index.value) == [49, 50, 51, 52])
    }

    @Test func theLeashIsKept() {
        var replica = DetachedReaderTests.replica(pages: 30, origin: 10)
        replica.control.leash = .back
        var cache = PageCache()
        for range in fill(&cache, .all(PageIndex(10)), replica) { #expect(range.upperBound <= 11) }
        #expect(cache.listed(in: replica).map(\.item) == Array(0...11))
        var presenters = PageCache()
        _ = fill(&presenters, .all(PageIndex(10)), replica, .presenter)
        #expect(presenters.listed(in: replica).count == 30)
    }

    @Test func aLoopIsAskedForOneLap() {
        let replica = DetachedReaderTests.replica(pages: 12, wrap: .loop, origin: 25)
        var cache = PageCache()
        _ = fill(&cache, .all(PageIndex(25)), replica)
        #expect(cache.listed(in: replica).map(\.item) == Array(0..<12))
        #expect(cache.neighbours(of: PageIndex(-1), in: replica).count == 5)
    }

    @Test func anEndlessRowIsReadPieceByPiece() {
        let replica = DetachedReaderTests.replica(pages: 0, wrap: .unbounded)
        var cache = PageCache()
        #expect(fill(&cache, .all(PageIndex(500)), replica) == [500...507, 499...506])
        #expect(cache.listed(in: replica).isEmpty)
    }

    @Test func missingPagesAreNotRequestedAgain() {
        let replica = DetachedReaderTests.replica(pages: 30, origin: 0)
        var cache = PageCache()
        cache.note(replica)
        guard let batch = cache.nextFetch(.around(PageIndex(20)), replica: replica, role: .viewer) else {
            Issue.record("nothing wanted")
            return
        }
        cache.fetching(RequestID(1), from: batch.first, count: batch.count, of: replica)
        #expect(cache.isFetching)
        cache.failed(RequestID(1))
        #expect(!cache.isFetching)
        let next = cache.nextFetch(.around(PageIndex(20)), replica: replica, role: .viewer)
        #expect(next?.first == PageIndex(19))
    }

    @Test func newPagesForgetTheOld() {
        var replica = DetachedReaderTests.replica(pages: 30, origin: 0)
        var cache = PageCache()
        _ = fill(&cache, .all(PageIndex(0)), replica)
        replica.revision += 1
        cache.note(replica)
        #expect(cache.listed(in: replica).count == replica.window.count)
    }
}
