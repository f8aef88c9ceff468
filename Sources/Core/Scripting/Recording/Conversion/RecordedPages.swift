import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

/// The lists of pages in a recording, one after the other, as far as the recording shows them.
struct RecordedPages {
    /// The time between two changes of the list.
    private struct Stretch {
        var wrap: PageOrder.Wrap
        var count: Int
        /// The known pages by their index in the list.
        var known: [Int: Page] = [:]

        /// Takes pages that were not seen in this list from a neighbouring list, at the distance from the nearest
        /// page in both lists, or else from the start.
        mutating func learn(from other: Stretch) {
            var there: [PageID: Int] = [:]
            for (item, page) in other.known { there[page.id] = item }
            var here = Set(known.values.map(\.id))
            var anchors = known.compactMap { item, page in there[page.id].map { (here: item, there: $0) } }
            anchors.sort { $0.here < $1.here }
            var nearest = 0
            for item in 0..<min(count, DeckLimits.pages) where known[item] == nil && !anchors.isEmpty {
                while nearest + 1 < anchors.count, anchors[nearest + 1].here - item < item - anchors[nearest].here {
                    nearest += 1
                }
                let place = item - anchors[nearest].here + anchors[nearest].there
                let page = [place, item].compactMap { other.known[$0] }.first { !here.contains($0.id) }
                guard let page else { continue }
                here.insert(page.id)
                known[item] = page
            }
        }
    }

    private var stretches: [Stretch] = []

    init(_ recording: Recording) {
        var view = recording.view(before: 0)
        for line in recording.lines {
            view.replay(line)
            guard let replica = view.replica, case .message(let message) = line.content else { continue }
            note(message, replica)
        }
        for index in stretches.indices.dropFirst() { stretches[index].learn(from: stretches[index - 1]) }
        for index in stretches.indices.dropLast().reversed() { stretches[index].learn(from: stretches[index + 1]) }
    }

    private mutating func note(_ message: ServerMessage, _ replica: Replica) {
        switch message {
        case .snapshot:
            stretches.append(Stretch(wrap: replica.wrap, count: replica.count))
            note(replica.window)
        case .event(let event):
            switch event.change {
            case .content: stretches.append(Stretch(wrap: replica.wrap, count: replica.count))
            case .shift: note(replica.window)
            default: break
            }
        case .pages(_, let pages): note(pages)
        default: break
        }
    }

    private mutating func note(_ slots: [WindowPage]) {
        for slot in slots {
            guard let item = slot.item else { continue }
            var page = slot.page
            page.notes = nil
            stretches[stretches.count - 1].known[item] = page
        }
    }

    /// Whether the recording shows any list.
    var hasLists: Bool { !stretches.isEmpty }

    /// Whether the list has an end.
    func isListed(_ index: Int) -> Bool { stretches[index].wrap != .unbounded }

    /// Whether two lists may be the same, as far as they are known.
    func agree(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (stretches[left], stretches[right])
        return left.wrap == right.wrap && left.count == right.count
            && left.known.allSatisfy { right.known[$0.key] ?? $0.value == $0.value }
    }

    /// A list, with invented names for unknown pages.
    func list(_ index: Int) -> [Page] {
        let stretch = stretches[index]
        var ids = Set(stretch.known.values.map(\.id))
        var given: Set<PageID> = []
        return (0..<min(stretch.count, DeckLimits.pages)).map { item in
            if let page = stretch.known[item], given.insert(page.id).inserted { return page }
            var id = PageID("page-\(item + 1)")
            while !ids.insert(id).inserted { id = PageID(id.text + "-") }
            return Page(id: id, title: "Page \(item + 1)")
        }
    }
}
