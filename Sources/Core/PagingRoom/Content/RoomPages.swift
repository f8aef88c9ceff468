package import PagingContent
package import PagingEngine

/// The pages of a room: their supplier, and a list on its way.
struct RoomPages: Sendable {
    /// A list of pages that takes time to arrive.
    private struct Load: Sendable {
        /// The number of the load's events.
        let request: Int64
        let pages: [Page]
        let arrivesAt: Instant
    }

    /// Titles in the strip of tabs at most; a longer list gets an empty strip, as no terminal is that wide.
    static let tabsLimit = 64
    /// Slots of a window at most: the window travels whole with every shift, and no client shows more.
    static let slotsLimit = 9

    /// Bytes of the pages in one answer at most, except for a single page that is longer. The pages of a content of the
    /// standard size are no more together.
    static let answerBytes = 1 << 20

    /// Bytes of the pages in a window at most. Encoded, with every character escaped, they are twice as many: below the
    /// 8 MiB that clients accept.
    static let windowBytes = 7 << 19

    private(set) var supplier: Supplier
    /// Whether the list is asked to loop. A list too short for it is asked again when it grows.
    private(set) var loops: Bool
    private var load: Load?
    private var loadsBegun: Int64 = 0

    init(_ supplier: Supplier, loops: Bool) {
        self.supplier = supplier
        self.loops = loops
    }

    /// Time at which the pages being loaded arrive.
    var arrivesAt: Instant? { load?.arrivesAt }

    /// Starts to load pages that take time, if that has not begun. Returns the number of the load.
    mutating func beginLoad(at now: Instant) -> Int64? {
        guard load == nil, case .delayed(let pages, let milliseconds) = supplier else { return nil }
        loadsBegun += 1
        let arrivesAt = now.advanced(byMilliseconds: max(0, milliseconds))
        load = Load(request: loadsBegun, pages: pages, arrivesAt: arrivesAt)
        return loadsBegun
    }

    /// The pages that have arrived by `now`, with the time of their arrival.
    func arrival(by now: Instant) -> (pages: [Page], order: PageOrder, at: Instant)? {
        guard let load, load.arrivesAt <= now else { return nil }
        guard let order = PageOrder(load.pages.map(\.id), loops: loops) else {
            preconditionFailure("expected each page id once in a list of pages")
        }
        return (load.pages, order, load.arrivesAt)
    }

    /// Ends the load: its pages have arrived, or newer ones have replaced them. Returns the number of the load.
    mutating func endLoad() -> Int64? {
        defer { load = nil }
        return load?.request
    }

    /// Replaces the supplier. Whether the list loops stays as it is.
    mutating func replace(with supplier: Supplier) {
        self.supplier = supplier
    }

    mutating func setLoops(_ loops: Bool) {
        self.loops = loops
    }

    /// The order of `pages` in place of the present ones, in windows of so many slots; `wrap` nil keeps how the row wraps.
    func order(
        of pages: [Page], wrap: PageOrder.Wrap?, slots: Int
    ) throws(Refusal) -> (order: PageOrder, loops: Bool) {
        guard pages.count <= DeckLimits.pages else {
            throw Refusal(.tooLarge, "pages: at most \(DeckLimits.pages) are possible")
        }
        let loops = wrap.map { $0 == .loop } ?? self.loops
        guard let order = PageOrder(pages.map(\.id), loops: loops) else {
            throw Refusal(.badRequest, "pages: an id occurs twice")
        }
        try RoomPages.requireSmallWindows(of: pages, loops: loops, slots: slots)
        return (order, loops)
    }

    /// Throws when the present pages are too large for windows of so many slots.
    func requireSmallWindows(slots: Int) throws(Refusal) {
        guard case .listed(let pages) = supplier else { return }
        try RoomPages.requireSmallWindows(of: pages, loops: loops, slots: slots)
    }

    /// In a row that loops, a list shorter than the window occurs in it more than once.
    private static func requireSmallWindows(of pages: [Page], loops: Bool, slots: Int) throws(Refusal) {
        let (sizes, slots) = (pages.map(\.byteCount), max(slots, 1))
        for first in sizes.indices {
            let places = first..<(loops ? first + slots : min(first + slots, sizes.count))
            let bytes = places.reduce(0) { $0 + sizes[$1 % sizes.count] }
            guard bytes <= windowBytes else {
                throw Refusal(
                    .tooLarge,
                    "expected at most \(windowBytes) bytes in a window of \(slots) pages, got \(bytes) from page "
                        + "\(first) on; send smaller pages, or configure fewer slots")
            }
        }
    }

    /// The files that the pages name.
    var assetNames: Set<AssetName> {
        switch supplier {
        case .listed(let pages), .delayed(let pages, _): Set(pages.lazy.flatMap(\.pictures).map(\.asset))
        case .numbers, .animals: []
        }
    }

    /// Steps of the page at `index`; 0 where there is none.
    func steps(of index: PageIndex, in order: PageOrder) -> Int { supplier.page(at: index, in: order)?.steps ?? 0 }

    /// The id of the page at `index`; nil where there is none.
    func id(of index: PageIndex, in order: PageOrder) -> PageID? { supplier.page(at: index, in: order)?.id }

    /// Titles for the strip of tabs.
    func tabs(of pager: Pager) -> [String] {
        guard pager.configuration.hasStrip, pager.order.count <= RoomPages.tabsLimit else { return [] }
        return (0..<pager.order.count).compactMap { item in
            supplier.page(at: PageIndex(Int64(item)), in: pager.order)?.title
        }
    }

    /// The window around `origin`. One input may shift the window several times.
    func window(around origin: PageIndex, of pager: Pager, withNotes: Bool = false) -> [WindowPage] {
        let reach = Int64(pager.configuration.windowSlots / 2)
        return pages(from: origin + -reach, count: Int(2 * reach + 1), in: pager.order, withNotes: withNotes)
    }

    /// Up to `count` pages from `first` on, without those beyond an end.
    func pages(from first: PageIndex, count: Int, in order: PageOrder, withNotes: Bool) -> [WindowPage] {
        (0..<Int64(count)).compactMap { place in
            let index = first + place
            guard var page = supplier.page(at: index, in: order) else { return nil }
            if !withNotes { page.notes = nil }
            return WindowPage(index: index, item: order.item(of: index), page: page)
        }
    }

    /// The pages that fit into one answer, from the first on; the first one fits in any case.
    static func fitting(_ pages: [WindowPage]) -> ArraySlice<WindowPage> {
        var bytes = 0
        let end = pages.indices.first { index in
            bytes += pages[index].page.byteCount
            return index > 0 && bytes > RoomPages.answerBytes
        }
        return pages[..<(end ?? pages.count)]
    }
}

/// One slot of the window with its page.
package struct WindowPage: Hashable, Sendable {
    package let index: PageIndex
    /// Index in the list; nil when the row is unbounded.
    package let item: Int?
    package let page: Page

    package init(index: PageIndex, item: Int?, page: Page) {
        self.index = index
        self.item = item
        self.page = page
    }
}
