import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// Entry to a room, removal from it, and what everybody may read.
@Suite struct RoomAccessTests {
    @Test func whoIsRemovedIsGoneForGood() {
        var scene = Scene()
        let (ann, bob) = (scene.join(.presenter), scene.join())
        scene.ask(.dragBegan(DragID(1), viewport: nil), bob, at: 10)
        #expect(scene.ask(.remove(ann), bob, at: 20)?.refusal == .forbidden)
        #expect(scene.ask(.remove(ann), ann, at: 21)?.refusal == .badRequest)
        #expect(scene.ask(.remove(MemberID(99)), ann, at: 22)?.refusal == .badRequest)
        #expect(scene.ask(.remove(bob), ann, at: 30)?.refusal == nil)
        #expect(scene.events.map(\.word) == ["dragEnded", "member left"])
        #expect(scene.said.contains(.removed(bob)))
        #expect(scene.rejoin(2, at: 40) == nil)
        #expect(scene.room.barrier(to: scene.session(2)) == .removed)
        #expect(scene.room.barrier(to: Session("another")) == nil)
    }

    @Test func aLockedRoomTakesNobodyNew() {
        var scene = Scene()
        let (ann, bob) = (scene.join(.presenter), scene.join())
        #expect(scene.ask(.lock(true), bob, at: 1)?.refusal == .forbidden)
        scene.ask(.lock(true), ann, at: 2)
        #expect(scene.events == [.control(Control(isLocked: true))])
        #expect(scene.room.barrier(to: nil) == .locked)
        scene.disconnect(bob, at: 3)
        #expect(scene.rejoin(2, at: 4) == bob, "who is known comes back")
        scene.ask(.lock(false), ann, at: 5)
        #expect(scene.room.barrier(to: nil) == nil)
    }

    @Test(arguments: [true, false])
    func aLockEndsWithTheLastPresenter(isPolite: Bool) {
        var scene = Scene()
        let (ann, zoe) = (scene.join(.presenter), scene.join(.presenter))
        scene.ask(.lock(true), ann, at: 2)
        scene.leave(zoe, at: 3)
        #expect(scene.room.control.isLocked, "a presenter is here")
        if isPolite {
            scene.leave(ann, at: 4)
        } else {
            scene.disconnect(ann, at: 4)
            scene.tick(at: 10_003)
            #expect(scene.room.control.isLocked, "a presenter may come back")
            scene.tick(at: 10_004)
        }
        #expect(scene.events.contains(.control(Control())))
        #expect(scene.room.barrier(to: nil) == nil)
    }

    @Test func aLockEndsWithTheLastPresentersRole() {
        var scene = Scene()
        let ann = scene.join(.presenter)
        scene.ask(.lock(true), ann, at: 2)
        let session = scene.session(1)
        scene.call { _ = $0.rejoin(session, atMost: .viewer, at: Instant(milliseconds: 3), into: &$1) }
        #expect(!scene.room.control.isLocked)
    }

    @Test func aLockStaysWherePresentersCanProveThemselves() {
        var scene = Scene()
        scene.room.locksNeedPresenter = false
        let ann = scene.join(.presenter)
        scene.ask(.lock(true), ann, at: 2)
        scene.leave(ann, at: 3)
        #expect(scene.room.barrier(to: nil) == .locked)
        #expect(scene.room.barrier(to: nil, passesLock: true) == nil)
    }

    @Test func aLockEndsAfterARestartWithoutItsPresenter() throws {
        var scene = Scene(pages: 3)
        let ann = scene.join(.presenter)
        scene.ask(.lock(true), ann, at: 5)
        let record = scene.room.takeRecord()
        let sum = try #require(record)
        let start = Instant(milliseconds: 0)
        var room = try #require(Room(name: "room", epoch: Epoch("next"), restoring: sum, now: start))
        var said: [RoomEffect] = []
        room.tick(at: Instant(milliseconds: 9_999), into: &said)
        #expect(room.barrier(to: nil) == .locked, "the presenter may come back")
        room.tick(at: Instant(milliseconds: 10_000), into: &said)
        #expect(room.barrier(to: nil) == nil)
        let next = room.takeRecord()
        #expect(next?.control?.isLocked == false)
    }

    @Test func aRestartOpensNoDoor() throws {
        var scene = Scene(pages: 3)
        let (ann, bob) = (scene.join(.presenter, name: "Ann"), scene.join(name: "Ann"))
        let first = scene.room.takeRecord()
        var sum = try #require(first)
        for request in [Request.lock(true), .leash(.back), .control(.policy(.baton)), .control(.grant(to: bob))] {
            #expect(scene.ask(request, ann, at: 5)?.refusal == nil)
            scene.room.takeRecord().map { sum.add($0) }
        }
        #expect(scene.room.control.holder == bob)
        let room = try #require(
            Room(name: "room", epoch: Epoch("next"), restoring: sum, now: Instant(milliseconds: 0)))
        #expect(
            room.control == Control(policy: .baton, grant: FencingToken(1), leash: .back, isLocked: true),
            "the baton is free again")
        #expect(room.barrier(to: nil) == .locked)
        #expect(room.snapshot(at: Instant(milliseconds: 0)).members.map(\.name) == ["Ann", "Ann (2)"])
    }

    @Test func requestsThatDoNothingSaySo() {
        var scene = Scene(pages: 3)
        let ann = scene.join(.presenter)
        let idle: [Request] = [
            .lock(false), .leash(.free), .dragEnabled(true), .blank(false), .pointNowhere, .control(.policy(.open)),
            .jump(PageIndex(0), animated: true), .dragCancelled(DragID(7)),
            .dragEnded(DragID(7), by: Distance(units: 0), velocity: .zero),
        ]
        for (number, request) in idle.enumerated() {
            let answer = scene.ask(request, ann, at: Int64(number))
            #expect(answer?.isIdle == true, "\(request)")
        }
        #expect(scene.ask(.resize(width: 80, height: 24), ann, at: 20)?.isIdle == false, "for its sender")
        #expect(scene.ask(.step(.forward, from: PageIndex(0)), ann, at: 21)?.isIdle == false)
        #expect(scene.ask(.lock(false), ann, at: 9_000)?.isIdle == true, "the end of an animation is not its effect")
    }

    @Test func aRoomWithoutPagesSaysSo() {
        var scene = Scene(pages: 0)
        let ann = scene.join(.presenter)
        for request in [Request.step(.forward, from: PageIndex(0)), .jump(PageIndex(0), animated: false)] {
            #expect(scene.ask(request, ann, at: 1)?.refusal == .empty)
        }
    }

    @Test func aRoomHoldsSoMany() {
        var scene = Scene()
        scene.room.capacity = 2
        let ann = scene.join()
        #expect(scene.room.barrier(to: nil) == nil)
        _ = scene.join(.viewer)
        #expect(scene.room.barrier(to: nil) == .full)
        scene.disconnect(ann, at: 1)
        #expect(scene.room.barrier(to: nil) == .full, "who is away keeps the place")
        scene.leave(ann, at: 2)
        #expect(scene.room.barrier(to: nil) == nil)
    }

    @Test func namesAreToldApart() {
        var scene = Scene()
        let asked = ["Ann", "ann", " Ann\u{200B} ", "member-9", nil, "Ann (2)", "\u{2060} ", "A n n"]
        for name in asked { _ = scene.join(name: name) }
        let names = scene.snapshot(at: 0).members.map(\.name)
        #expect(
            names == [
                "Ann", "ann (2)", "Ann\u{200B} (3)", "member-9", "member-5", "Ann (2) (2)", "member-7", "A n n (4)",
            ])
        scene.leave(MemberID(1), at: 1)
        _ = scene.join(name: "ANN")
        #expect(scene.snapshot(at: 1).members.last?.name == "ANN", "a name left is free again")
        _ = scene.join(name: "member-11")
        _ = scene.join()
        #expect(scene.snapshot(at: 1).members.suffix(2).map(\.name) == ["member-11", "member-11 (2)"])
    }

    @Test func aCrowdOfOneNameIsToldApartWithinTheLength() {
        var scene = Scene()
        let name = String(repeating: "é", count: 32)
        for _ in 0..<30 { _ = scene.join(name: name) }
        let names = scene.snapshot(at: 0).members.map(\.name)
        #expect(Set(names).count == 30)
        #expect(names.allSatisfy { $0.utf8.count <= 64 && $0.hasPrefix("éééé") })
    }

    @Test func theLeashSaysWhatIsRead() throws {
        var scene = Scene(pages: 9)
        let (ann, bob) = (scene.join(.presenter), scene.join())
        scene.ask(.jump(PageIndex(4), animated: false), ann, at: 1)
        #expect(scene.ask(.leash(.none), bob, at: 2)?.refusal == .forbidden)
        let ranges: [(from: Int64, count: Int)] = [(3, 3), (0, 6), (0, 7), (5, 32), (2, 1)]
        let due: [Leash: [Bool]] = [
            .free: [true, true, true, true, true], .back: [true, true, false, false, true],
            .none: [true, false, false, false, false],
        ]
        for leash in Leash.allCases {
            scene.ask(.leash(leash), ann, at: 3)
            let read = ranges.map { range in
                (try? scene.room.pages(from: PageIndex(range.from), count: range.count, for: bob)) != nil
            }
            #expect(read == due[leash], "\(leash)")
            #expect(try scene.room.pages(from: PageIndex(0), count: 9, for: ann).count == 9, "presenters read all")
        }
        scene.ask(.leash(.none), ann, at: 4)
        #expect(throws: Refusal(.forbidden, "the leash is none: pages 3 to 5")) {
            _ = try scene.room.pages(from: PageIndex(6), count: 1, for: bob)
        }
    }

    @Test func nothingOfALoopIsBehindItsBeginning() throws {
        var scene = Scene(pages: 5, wrap: .loop)
        let (ann, bob) = (scene.join(.presenter), scene.join())
        scene.ask(.leash(.back), ann, at: 1)
        #expect(throws: Refusal.self) { _ = try scene.room.pages(from: PageIndex(-2), count: 1, for: bob) }
        #expect(try scene.room.pages(from: PageIndex(-1), count: 3, for: bob).count == 3)
    }

    @Test func notesAreForPresenters() throws {
        var scene = Scene(pages: 9)
        let bob = scene.join()
        #expect(scene.room.notes(for: bob).isEmpty)
        let ann = scene.join(.presenter)
        #expect(scene.room.notes(for: ann).map(\.text) == ["secret 0", "secret 1"])
        scene.ask(.jump(PageIndex(4), animated: false), bob, at: 1)
        let notes = scene.room.notes(for: ann)
        #expect(notes.map(\.text) == ["secret 3", "secret 4", "secret 5"])
        #expect(scene.said.contains(.notes(notes, to: [ann])))
        scene.ask(
            .content(revision: scene.room.pager.revision, [Page(id: PageID("a"), title: "A")], wrap: nil), ann, at: 2)
        #expect(scene.said.contains(.notes([], to: [ann])), "the removal of the last note is published, too")
        scene.leave(ann, at: 3)
        #expect(scene.room.notes(for: ann).isEmpty)
    }
}
