import PagingContent
import PagingEngine
import Testing

@Suite struct SupplierTests {
    private let list = Supplier.listed(["a", "b", "c"].map { Page(id: PageID($0), title: $0.uppercased()) })

    @Test(arguments: PageOrder.Wrap.allCases)
    func numbersAreUnbounded(wrap: PageOrder.Wrap) {
        #expect(Supplier.numbers.order(wrap: wrap) == .unbounded)
    }

    @Test func aListLoopsOnlyWhenAsked() {
        #expect(list.order(wrap: .loop).wrap == .loop)
        #expect(list.order(wrap: .finite).wrap == .finite)
        #expect(list.order(wrap: .unbounded).wrap == .finite)
        #expect(list.order(wrap: .finite).ids.map(\.text) == ["a", "b", "c"])
        #expect(Supplier.listed([]).order(wrap: .loop).isEmpty)
    }

    @Test func pagesOfAList() {
        let finite = list.order(wrap: .finite)
        #expect(list.page(at: PageIndex(2), in: finite)?.title == "C")
        #expect(list.page(at: PageIndex(3), in: finite) == nil)
        #expect(list.page(at: PageIndex(-1), in: finite) == nil)
        let loop = list.order(wrap: .loop)
        #expect(list.page(at: PageIndex(-1), in: loop)?.title == "C")
        #expect(list.page(at: PageIndex(301), in: loop)?.title == "B")
        #expect(list.page(at: PageIndex(0), in: .unbounded) == nil)
    }

    @Test func anOrderOfOtherPagesReturnsNil() throws {
        let other = try #require(PageOrder([PageID("b"), PageID("a"), PageID("c"), PageID("d")], loops: false))
        #expect(list.page(at: PageIndex(0), in: other) == nil)
        #expect(list.page(at: PageIndex(2), in: other)?.title == "C")
        #expect(list.page(at: PageIndex(3), in: other) == nil)
        #expect(Supplier.numbers.page(at: PageIndex(0), in: other) == nil)
    }

    @Test func pagesOfTheNumbers() throws {
        let page = try #require(Supplier.numbers.page(at: PageIndex(-12), in: .unbounded))
        #expect(page.id == PageID("-12"))
        #expect(page.title == "-12")
        #expect(page.body == "         _\n _    |  _|\n      | |_")
        #expect(Supplier.numbers.page(at: PageIndex(PageIndex.bound), in: .unbounded) == nil)
        #expect(Supplier.numbers.page(at: PageIndex(PageIndex.bound - 1), in: .unbounded) != nil)
    }
}
