import PagingContent
import PagingEngine
import PagingRoom
import Testing

/// Values beyond everything: refused or cut, never a trap, and the room goes on as before.
@Suite struct RoomBoundsTests {
    private static let extremes: [Int64] = [
        .min, .min + 1, -(1 << 53), -(1 << 36), -1, 0, 1, 1 << 24, 1 << 36, 1 << 53, .max,
    ]

    private static var requests: [Request] {
        extremes.flatMap { value -> [Request] in
            let way = Distance(units: value)
            return [
                .dragBegan(DragID(value), viewport: nil), .dragMoved(DragID(value), by: way),
                .dragEnded(DragID(value), by: way, velocity: Velocity(unitsPerSecond: value)),
                .dragCancelled(DragID(value)), .step(.forward, from: PageIndex(value)),
                .step(.back, from: PageIndex(value)), .jump(PageIndex(value), animated: true),
                .jump(PageIndex(value), animated: false), .jumpToItem(Int(value), animated: true),
                .stripMoved(DragID(value), by: way), .stripEnded(DragID(value), by: way),
                .resize(width: value, height: value), .content(revision: value, [], wrap: nil),
            ] + configurations(value).map(Request.configure)
        }
    }

    private static func configurations(_ value: Int64) -> [Configuration] {
        let edits: [(inout Configuration) -> Void] = [
            { $0.windowSlots = Int(value) }, { $0.loopMinimum = Int(value) }, { $0.maximumStep = value },
            { $0.itemThousandths = value }, { $0.spacingPoints = value }, { $0.leaseMilliseconds = value },
            { $0.dragSlop = Distance(units: value) }, { $0.flingVelocity = Velocity(unitsPerSecond: value) },
            { $0.release = .projected(timeMilliseconds: value) },
            { $0.release = .threshold(viewportThousandths: value) },
            { $0.settle = .linear(durationMilliseconds: value) },
            { $0.settle = .spring(responseMilliseconds: value) },
        ]
        return edits.map { edit in
            var configuration = Configuration(.tabs)
            edit(&configuration)
            return configuration
        }
    }

    /// Each request on a room of its own at each extreme time, then again somebody else's ordinary step.
    @Test(arguments: Preset.allCases)
    func nothingTraps(preset: Preset) {
        for moment in Self.extremes {
            var room = Room(
                name: "far", epoch: Epoch("e"), supplier: preset.supplier, configuration: Configuration(preset),
                now: Instant(milliseconds: 0))
            var effects: [RoomEffect] = []
            let now = Instant(milliseconds: moment)
            let member = room.join(name: nil, role: .presenter, session: Session("s"), at: now, into: &effects)
            for (number, request) in Self.requests.enumerated() {
                let id = request.isSample ? nil : RequestID(Int64(number) + 1)
                room.handle(request, id: id, from: member, at: now, into: &effects)
            }
            room.disconnect(member, at: now, into: &effects)
            room.tick(at: Instant(milliseconds: .max), into: &effects)
            room.tick(at: Instant(milliseconds: .min), into: &effects)
            #expect(room.snapshot(at: Instant(milliseconds: .max)).isAtRest)
        }
    }

    private func room() -> (Room, MemberID) {
        var room = Room(
            name: "r", epoch: Epoch("e"), supplier: .numbers, configuration: Configuration(.threePage),
            now: Instant(milliseconds: 1_000))
        var effects: [RoomEffect] = []
        let member = room.join(
            name: nil, role: .presenter, session: Session("s"), at: Instant(milliseconds: 1_000), into: &effects)
        return (room, member)
    }

    private func refusal(of request: Request) -> Refusal? {
        var (room, member) = room()
        let before = room.snapshot(at: Instant(milliseconds: 1_000))
        var effects: [RoomEffect] = []
        room.handle(request, id: RequestID(1), from: member, at: Instant(milliseconds: 1_000), into: &effects)
        guard case .answer(_, .refused(_, let refusal, _))? = effects.last else { return nil }
        #expect(effects.count == 1 && room.snapshot(at: Instant(milliseconds: 1_000)) == before)
        return refusal
    }

    private func configuration(_ edit: (inout Configuration) -> Void) -> Request {
        var configuration = Configuration(.threePage)
        edit(&configuration)
        return .configure(configuration)
    }

    @Test func refusalsSayWhatIsWrong() {
        let page = Page(id: PageID("a"), title: "A")
        #expect(
            refusal(of: .content(revision: 0, [page, page], wrap: nil))
                == Refusal(.badRequest, "pages: an id occurs twice"))
        let enormous = (0...DeckLimits.pages).map { Page(id: PageID("\($0)"), title: "") }
        #expect(refusal(of: .content(revision: 0, enormous, wrap: nil))?.code == .tooLarge)
        #expect(refusal(of: .content(revision: 1, [], wrap: nil))?.code == .stale)
        #expect(refusal(of: .jump(PageIndex(PageIndex.bound), animated: true))?.code == .unknownPage)
        #expect(refusal(of: .jump(PageIndex(1 - PageIndex.bound), animated: true)) == nil)
        #expect(refusal(of: .resize(width: 0, height: 1))?.code == .badRequest)
        #expect(refusal(of: .resize(width: Viewport.bound, height: 1))?.code == .badRequest)
        #expect(refusal(of: configuration { $0.windowSlots = 11 })?.code == .badRequest)
        let flawed = configuration { $0.maximumStep = 0 }
        guard case .configure(let edited) = flawed else { return }
        #expect(refusal(of: flawed) == Refusal(.badRequest, edited.flaw ?? ""))
    }

    @Test func emptyContentEmptiesTheRoom() {
        var (room, member) = room()
        var effects: [RoomEffect] = []
        room.handle(
            .content(revision: 0, [], wrap: nil), id: RequestID(1), from: member, at: Instant(milliseconds: 1_000),
            into: &effects)
        let replica = room.snapshot(at: Instant(milliseconds: 1_000))
        #expect(replica.phase == .empty && replica.window.isEmpty)
    }

    /// A row too short to go round is asked again when it grows.
    @Test func aLoopThatShrankGoesRoundAgain() {
        var room = Room(
            name: "r", epoch: Epoch("e"), supplier: .items(["only"]), configuration: Configuration(.carousel),
            now: Instant(milliseconds: 0))
        var effects: [RoomEffect] = []
        let now = Instant(milliseconds: 0)
        let member = room.join(name: nil, role: .presenter, session: Session("s"), at: now, into: &effects)
        #expect(room.snapshot(at: now).wrap == .finite)
        let pages = ["only", "two", "three"].map { Page(id: PageID($0), title: $0) }
        room.handle(.content(revision: 0, pages, wrap: nil), id: RequestID(1), from: member, at: now, into: &effects)
        #expect(room.snapshot(at: now).wrap == .loop)
    }

    @Test func pagesFarAwayAreNone() {
        let (room, _) = room()
        #expect(room.pages(from: PageIndex(.max), count: 3).isEmpty)
        #expect(room.pages(from: PageIndex(0), count: -3).isEmpty)
        #expect(room.pages(from: PageIndex(PageIndex.bound - 2), count: 32).count == 2)
    }

    /// Clients accept objects of 8 MiB, and a page of a short loop stands in a window more than once.
    @Test func aWindowIsBounded() throws {
        func pages(_ count: Int, _ size: Int) -> [Page] {
            (0..<count).map { Page(id: PageID("\($0)"), title: "", body: String(repeating: "x", count: size)) }
        }
        var wide = Configuration(.threePage)
        wide.windowSlots = 9
        var scene = Scene(pages: 0)
        let ann = scene.join(.presenter)
        #expect(scene.ask(.content(revision: 0, pages(1, 1_000_000), wrap: .loop), ann, at: 10)?.refusal == nil)
        #expect(scene.ask(.configure(wide), ann, at: 20)?.refusal == .tooLarge)
        #expect(scene.ask(.content(revision: 1, pages(2, 380_000), wrap: .loop), ann, at: 30)?.refusal == nil)
        #expect(scene.ask(.configure(wide), ann, at: 40)?.refusal == nil)
        #expect(scene.ask(.content(revision: 2, pages(3, 420_000), wrap: .loop), ann, at: 50)?.refusal == .tooLarge)
        #expect(scene.ask(.content(revision: 2, pages(3, 420_000), wrap: .finite), ann, at: 60)?.refusal == nil)
        #expect(scene.ask(.content(revision: 3, pages(9, 420_000), wrap: nil), ann, at: 70)?.refusal == .tooLarge)
    }

    /// Pages of so many bytes, of which the first in the answer are the ones that fit.
    @Test(arguments: [
        ([500_000, 500_000, 40_000, 40_000], 0, 3), ([500_000, 500_000, 40_000, 40_000], 1, 3),
        ([2_000_000, 1, 1], 0, 1), ([1, 2_000_000, 1], 0, 1), ([0, 0, 0, 0], 0, 4), ([], 0, 0),
    ]) func anAnswerOfPagesIsBounded(sizes: [Int], first: Int64, count: Int) throws {
        var scene = Scene(pages: 0)
        let ann = scene.join(.presenter)
        let pages = sizes.enumerated().map { number, size in
            Page(
                id: PageID("page-\(number)"), title: "", body: String(repeating: "x", count: size / 2),
                notes: String(repeating: "x", count: size - size / 2))
        }
        #expect(scene.ask(.content(revision: 0, pages, wrap: nil), ann, at: 10)?.refusal == nil)
        let answer = try scene.room.pages(from: PageIndex(first), count: 32, for: ann)
        #expect(answer.map(\.index.value) == (0..<Int64(count)).map { first + $0 })
    }
}
