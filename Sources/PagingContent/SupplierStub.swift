public import PagingEngine
extension Supplier {
    public func order(wrap: PageOrder.Wrap) -> PageOrder { .unbounded }
    public func page(at index: PageIndex, in order: PageOrder) -> Page? { nil }
}
