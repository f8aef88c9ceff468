import PagingEngine

extension Supplier {
    /// How long `contents` take to arrive: long enough that everybody sees that they are being loaded.
    package static let contentsMilliseconds: Int64 = 3_000

    /// Pages of these names; a name that occurs again keeps its title and gets an id of its own.
    package static func items(_ names: [String] = ["apple", "banana", "cherry", "damson", "elderberry"]) -> Supplier {
        var ids = PageNames()
        return .listed(
            names.enumerated().map { place, name in
                let number = place + 1
                return Page(
                    id: ids.name(title: name, number: number), title: name, body: NumberArt.text(of: Int64(number)))
            })
    }

    /// Tabs of different widths, for a strip of them.
    package static let tabs = Supplier.listed(
        ["A", "BBBB", "CCC", "DDDDDD"].map { title in
            Page(id: PageID(title.lowercased()), title: title, body: "The page of the tab \(title).")
        })

    /// Three pages of a colour each, which take their time to arrive.
    package static let contents = Supplier.delayed(
        ["tomato", "royal blue", "sea green"].enumerated().map { place, colour in
            let title = "PAGE\(place + 1)"
            return Page(id: PageID(title.lowercased()), title: title, body: "This page is \(colour).")
        }, milliseconds: contentsMilliseconds)

    /// The pages of a list, there or still to arrive; nil for an endless supply.
    package var list: [Page]? {
        switch self {
        case .numbers, .animals: nil
        case .listed(let pages), .delayed(let pages, _): pages
        }
    }
}
