import PagingContent
import PagingEngine
import PagingRoom

@testable import TerminalView

/// A real room of a preset with one member, and its replica.
struct PresetRoom {
    private(set) var room: Room
    private(set) var now = Instant(milliseconds: 0)
    let member: MemberID
    private var effects: [RoomEffect] = []
    private var request: Int64 = 0

    init(_ preset: Preset, _ pages: [Page]? = nil, change: (inout Configuration) -> Void = { _ in }) {
        var configuration = Configuration(preset)
        change(&configuration)
        room = Room(
            name: "room", epoch: Epoch("test"), supplier: pages.map(Supplier.listed) ?? .numbers,
            configuration: configuration, now: now)
        member = room.join(name: "Ann", role: .presenter, session: Session("ann"), at: now, into: &effects)
    }

    /// The pages of a preset's original, where it has some.
    static func original(_ preset: Preset, axis: Configuration.Axis = .horizontal) -> PresetRoom {
        let pages: [Page]?
        switch preset {
        case .threePage, .threePagePredicted, .majority, .continuous: pages = nil
        case .carousel: pages = titled(["One", "Two", "Three", "Four", "Five"])
        case .tabs: pages = titled(["A", "BBBB", "CCC", "DDDDDD"])
        case .buttons: pages = titled(["PAGE1", "PAGE2", "PAGE3"])
        }
        return PresetRoom(preset, pages) { $0.axis = axis }
    }

    static func titled(_ titles: [String]) -> [Page] {
        titles.enumerated().map { item, title in
            Page(id: PageID("page \(item)"), title: title, body: "This is \(title).\nIt has two lines.")
        }
    }

    /// Pages without a title, each filled with a letter of its own: whose cells are whose is seen anywhere.
    static func letters(_ count: Int, columns: Int = 96, rows: Int = 3) -> [Page] {
        (0..<count).map { item in
            let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(item)))
            let line = String(repeating: letter, count: columns)
            return Page(
                id: PageID(letter), title: "", body: Array(repeating: line, count: rows).joined(separator: "\n"))
        }
    }

    var replica: Replica { room.snapshot(at: now) }

    mutating func ask(_ wish: Request) {
        request += 1
        room.handle(wish, id: RequestID(request), from: member, at: now, into: &effects)
    }

    mutating func goTo(_ page: Int64) { ask(.jump(PageIndex(page), animated: false)) }

    mutating func wait(milliseconds: Int64) {
        now = now.advanced(byMilliseconds: milliseconds)
        room.tick(at: now, into: &effects)
    }

    /// The scene where the pager stands, or `offset` pages from there.
    func scene(offset: Double = 0) -> Scene {
        let replica = replica
        let way = Distance(units: Int64((offset * Double(Position.unitsPerPage)).rounded()))
        return Scene(replica: replica, position: replica.position + way, now: now, room: "room")
    }
}
