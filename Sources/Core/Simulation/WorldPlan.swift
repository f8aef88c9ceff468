import PagingContent
import PagingEngine
import PagingRoom
import Support

/// The plan of a world, made from its seed.
package struct WorldPlan: Sendable {
    /// A fault of the disk for some time.
    struct DiskFault: Sendable {
        enum Kind: Sendable {
            /// Commits take so long, but they succeed.
            case slow(milliseconds: Int64)
            /// Commits fail.
            case failing
            /// As `failing`, and the store takes no more records.
            case full
        }

        let from: Int64
        let until: Int64
        let kind: Kind
    }

    struct RoomDraft: Sendable {
        let name: String
        let supplier: Supplier
        let configuration: Configuration
        let policy: Policy
        /// Whether members do nothing but step forward, so that it is known where they must arrive.
        let isMarch: Bool
    }

    package let seed: UInt64
    /// The time during which members act and faults happen, in milliseconds.
    package let busyMilliseconds: Int64
    var loops: Int
    let rooms: [RoomDraft]
    /// The room of each member.
    let members: [Int]
    let isDurable: Bool
    let ringFrames: Int
    /// Records that wait for the disk before it takes no more.
    let diskLimit: Int
    var crashes: [Int64] = []
    var drains: [Int64] = []
    var diskFaults: [DiskFault] = []

    package init(seed: UInt64) {
        var random = SeedStream(seed: seed, part: 1)
        self.seed = seed
        busyMilliseconds = random.within(5_000...14_000)
        loops = Int(random.within(1...3))
        isDurable = random.chance(75)
        ringFrames = random.chance(70) ? 48 : 192
        diskLimit = Int(random.within(2...60))
        let count = Int([1, 1, 2, 2, 3, 4][Int(random.within(0...5))])
        rooms = (0..<count).map { WorldPlan.room($0, &random) }
        // Everybody has a room, every room a presenter.
        members = (0..<Int(random.within(Int64(2 * count)...Int64(2 * count + 4)))).map { $0 % count }
        planTrouble(&random)
    }

    private static func room(_ number: Int, _ random: inout SeedStream) -> RoomDraft {
        let isMarch = random.chance(25)
        let presets: [Preset] = [.threePage, .threePagePredicted, .majority]
        let supplier = isMarch || random.chance(40) ? Supplier.numbers : .listed(pages(Int(random.within(0...6))))
        return RoomDraft(
            name: "room-\(number)", supplier: supplier,
            configuration: Configuration(presets[isMarch ? 0 : Int(random.within(0...2))]),
            policy: [.open, .open, .baton, .baton, .baton, .presenters][Int(random.within(0...5))], isMarch: isMarch)
    }

    private mutating func planTrouble(_ random: inout SeedStream) {
        let end = busyMilliseconds
        if random.chance(70) { crashes = (0..<random.within(1...3)).map { _ in random.within(300...end) }.sorted() }
        if random.chance(25) { drains = [random.within(500...end)] }
        guard isDurable, random.chance(60) else { return }
        for _ in 0..<random.within(1...3) {
            let from = random.within(0...end - 500)
            let kinds: [DiskFault.Kind] = [.slow(milliseconds: random.within(100...1_500)), .failing, .full]
            let until = min(from + random.within(100...3_000), end)
            diskFaults.append(DiskFault(from: from, until: until, kind: kinds[Int(random.within(0...2))]))
        }
    }

    static func pages(_ count: Int) -> [Page] {
        (0..<count).map { Page(id: PageID("page-\($0)"), title: "Page \($0)", steps: $0 % 3, notes: "a secret") }
    }

    /// The number of a room; nil for a name that is not planned.
    func number(of room: String) -> Int? { rooms.firstIndex { $0.name == room } }

    /// The fault of the disk at `moment`.
    func diskFault(at moment: Int64) -> DiskFault.Kind? {
        diskFaults.first { $0.from <= moment && moment < $0.until }?.kind
    }
}
