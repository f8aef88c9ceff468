import PagingEngine
import PagingRoom

/// The numbers of pages in one room.
extension Replica {
    /// The index of `page` in the list; nil when unbounded, empty or beyond an end.
    func item(of page: PageIndex) -> Int? {
        guard count > 0 else { return nil }
        let length = Int64(count)
        switch wrap {
        case .unbounded: return nil
        case .finite: return (0..<length).contains(page.value) ? Int(page.value) : nil
        case .loop: return Int((page.value % length + length) % length)
        }
    }

    /// The number of `page` for people; in a loop the same for every lap.
    func number(of page: PageIndex) -> PageNumber {
        switch wrap {
        case .unbounded: PageNumber(page.value)
        case .finite: PageNumber(page.value + 1)
        case .loop: PageNumber(item(of: page).map { Int64($0) + 1 } ?? page.value + 1)
        }
    }

    /// The absolute page; nil in a loop, where it depends on the direction.
    func index(of number: PageNumber) -> PageIndex? {
        switch wrap {
        case .unbounded: PageIndex(number.value)
        case .finite: PageIndex(number.value - 1)
        case .loop: nil
        }
    }

    /// The request that goes to a page; nil when a listed room has no such page.
    func jump(to number: PageNumber, animated: Bool) -> Request? {
        if wrap == .unbounded { return .jump(PageIndex(number.value), animated: animated) }
        guard number.value >= 1, number.value <= Int64(count) else { return nil }
        return .jumpToItem(Int(number.value - 1), animated: animated)
    }

    var extentWords: String { "no such page: the room has \(count) pages" }
}
