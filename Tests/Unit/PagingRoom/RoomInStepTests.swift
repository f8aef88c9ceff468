import PagingContent
import PagingEngine
import Testing

@testable import PagingRoom

/// Reports to presenters about which members are in step with the room.
@Suite struct RoomInStepTests {
    /// A presenter, a member and a viewer in a row of numbers.
    private struct Hall {
        var scene: Scene
        let ann: MemberID
        let bob: MemberID
        let cy: MemberID

        init(pages: Int? = nil) {
            scene = Scene(pages: pages)
            (ann, bob, cy) = (scene.join(.presenter), scene.join(.member), scene.join(.viewer))
        }

        /// Picture of a member that is up to date.
        func picture(of member: MemberID) -> Drawn {
            let replica = scene.room.snapshot(at: scene.room.pager.now)
            return Drawn(member: member, sequence: replica.sequence, digest: replica.digest)
        }

        func wrong(_ member: MemberID) -> Drawn {
            let right = picture(of: member)
            return Drawn(member: member, sequence: right.sequence, digest: Digest(value: right.digest.value ^ 1))
        }

        @discardableResult
        mutating func draw(_ drawn: Drawn...) -> [Divergence] { scene.call { room, _ in room.take(drawn) } }

        /// News for presenters at `milliseconds`; nil when there is none.
        mutating func told(at milliseconds: Int64) -> InStep? {
            scene.tick(at: milliseconds)
            for case .inStep(let news, let presenters) in scene.said {
                #expect(presenters == [ann])
                return news
            }
            return nil
        }

        /// Turns to the next page, and lets time pass until it is there: `milliseconds` + 100.
        mutating func turn(from page: Int64, at milliseconds: Int64) {
            #expect(scene.ask(.step(.forward, from: PageIndex(page)), bob, at: milliseconds)?.refusal == nil)
            scene.tick(at: milliseconds + 100)
        }
    }

    @Test func presentersHearForHowManyThePageIsCut() {
        var hall = Hall()
        func picture(_ member: MemberID, isCut: Bool) -> Drawn {
            let right = hall.picture(of: member)
            return Drawn(member: member, sequence: right.sequence, digest: right.digest, isCut: isCut)
        }
        hall.draw(
            picture(hall.ann, isCut: false), picture(hall.bob, isCut: true), picture(hall.cy, isCut: true))
        #expect(hall.told(at: 500)?.cut == 2)
        hall.draw(picture(hall.bob, isCut: false))
        #expect(hall.told(at: 1_499) == nil, "once a second")
        let report = InStep(at: Sequence(0), drawn: 3, of: 3, diverged: 0, behind: [], cut: 1)
        #expect(hall.told(at: 1_500) == report, "a larger window is news though the picture is the same")
        hall.scene.leave(hall.cy, at: 2_000)
        #expect(hall.told(at: 2_500)?.cut == 0)
    }

    @Test func presentersHearWhoHasDrawn() {
        var hall = Hall()
        #expect(hall.told(at: 499) == nil, "everybody has half a second")
        hall.draw(hall.picture(of: hall.ann), hall.picture(of: hall.cy))
        #expect(hall.told(at: 500) == InStep(at: Sequence(0), drawn: 2, of: 3, diverged: 0, behind: [hall.bob]))
        #expect(hall.told(at: 5_000) == nil && hall.scene.room.nextDeadline == nil, "nothing is new")
        hall.draw(hall.picture(of: hall.bob))
        #expect(hall.scene.room.nextDeadline == Instant(milliseconds: 5_500))
        #expect(hall.told(at: 5_500) == InStep(at: Sequence(0), drawn: 3, of: 3, diverged: 0, behind: []))
        hall.draw(hall.picture(of: hall.bob))
        #expect(hall.told(at: 9_000) == nil && hall.scene.room.nextDeadline == nil, "said again, it is no news")
    }

    @Test func eachRestIsCountedSeparately() {
        var hall = Hall()
        hall.draw(hall.picture(of: hall.ann), hall.picture(of: hall.bob), hall.picture(of: hall.cy))
        #expect(hall.told(at: 600)?.drawn == 3)
        hall.turn(from: 0, at: 2_000)
        let rest = hall.scene.room.sequence
        hall.draw(hall.picture(of: hall.bob))
        #expect(hall.told(at: 2_599) == nil)
        #expect(
            hall.told(at: 2_600) == InStep(at: rest, drawn: 1, of: 3, diverged: 0, behind: [hall.ann, hall.cy]))
    }

    @Test func aCancelledDragLeavesNobodyBehind() {
        var hall = Hall()
        hall.draw(hall.picture(of: hall.ann), hall.picture(of: hall.bob), hall.picture(of: hall.cy))
        #expect(hall.told(at: 600)?.drawn == 3)
        hall.scene.ask(.dragBegan(DragID(1), viewport: nil), hall.bob, at: 1_000)
        hall.scene.ask(.dragMoved(DragID(1), by: Distance(units: 20_000)), hall.bob, at: 1_010)
        hall.scene.ask(.dragCancelled(DragID(1)), hall.bob, at: 1_020)
        let news = [hall.told(at: 2_000), hall.told(at: 3_000)].compactMap(\.self)
        #expect(news.allSatisfy { $0.behind.isEmpty && $0.drawn == 3 }, "nobody draws again what it shows: \(news)")
    }

    /// The event that follows may be received later, and is not drawn.
    @Test func whoDrawsTheEventOfTheRestIsInStep() throws {
        var hall = Hall()
        hall.turn(from: 0, at: 1_000)
        hall.scene.ask(.dragBegan(DragID(1), viewport: nil), hall.bob, at: 1_200)
        hall.scene.ask(.control(.policy(.presenters)), hall.ann, at: 1_300)
        #expect(hall.scene.events.map(\.name) == ["dragEnded", "control"])
        let rest = Sequence(hall.scene.room.sequence.number - 1)
        let right = hall.picture(of: hall.ann)
        for member in [hall.ann, hall.bob, hall.cy] {
            hall.draw(Drawn(member: member, sequence: rest, digest: right.digest))
        }
        #expect(hall.told(at: 3_000) == InStep(at: rest, drawn: 3, of: 3, diverged: 0, behind: []))
    }

    @Test func atMostOnceASecond() {
        var hall = Hall()
        var moments: [Int64] = []
        for moment in stride(from: Int64(0), through: 10_000, by: 20) {
            if moment % 200 == 0 { hall.scene.ask(.jump(PageIndex(moment), animated: false), hall.bob, at: moment) }
            if moment % 60 == 0 { hall.draw(hall.picture(of: hall.cy)) }
            if hall.told(at: moment) != nil { moments.append(moment) }
        }
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 >= 1_000 }, "\(moments)")
        #expect(moments.count == 10, "and in a lively room no less")
    }

    /// Rests that follow each other quickly are told of once everybody had time for them.
    @Test func aRestThatHasJustBegunIsNotToldYet() {
        var hall = Hall()
        hall.draw(hall.picture(of: hall.ann), hall.picture(of: hall.bob), hall.picture(of: hall.cy))
        #expect(hall.told(at: 600)?.drawn == 3)
        hall.turn(from: 0, at: 1_000)
        hall.draw(hall.picture(of: hall.ann), hall.picture(of: hall.bob), hall.picture(of: hall.cy))
        let first = hall.scene.room.sequence
        hall.turn(from: 1, at: 1_400)
        #expect(hall.told(at: 1_600) == InStep(at: first, drawn: 3, of: 3, diverged: 0, behind: []))
        #expect(hall.told(at: 2_600)?.behind == [hall.ann, hall.bob, hall.cy])
    }

    /// A member that has heard more, but nothing that changes the picture, shows the same.
    @Test func whatDoesNotShowLeavesThePictureAsItIs() {
        var hall = Hall()
        hall.turn(from: 0, at: 1_000)
        let early = hall.picture(of: hall.ann)
        let dora = hall.scene.join(.member, at: 1_200)
        hall.scene.ask(.blank(true), hall.ann, at: 1_300)
        #expect(hall.draw(early, hall.picture(of: dora), hall.picture(of: hall.bob)) == [])
        #expect(hall.told(at: 2_700)?.behind == [hall.cy])
        #expect(hall.draw(hall.wrong(hall.cy)).map(\.member) == [hall.cy], "it is the same picture to be wrong about")
    }

    @Test func whoComesLateToAnOlderRestIsNotWrong() {
        var hall = Hall()
        let before = hall.picture(of: hall.cy)
        hall.scene.ask(.step(.forward, from: PageIndex(0)), hall.bob, at: 1_000)
        #expect(hall.draw(before) == [], "it has not heard of the page turn yet")
        hall.scene.tick(at: 1_100)
        let arrival = hall.scene.history.first { $0.change.word == "completed" }
        let between = Drawn(
            member: hall.cy, sequence: arrival?.sequence ?? Sequence(0), digest: Digest(value: 5))
        #expect(hall.draw(between) == [], "in the middle of an arrival there is nothing to compare with")
        for page in Int64(1)...5 { hall.turn(from: page, at: 1_000 + page * 200) }
        let ancient = Drawn(member: hall.cy, sequence: before.sequence, digest: Digest(value: 5))
        let future = Drawn(
            member: hall.cy, sequence: Sequence(hall.scene.room.sequence.number + 1), digest: Digest(value: 5))
        #expect(hall.draw(ancient, future) == [])
        #expect(hall.draw(hall.wrong(MemberID(99))) == [], "nobody of that number is here")
        #expect(hall.told(at: 4_000)?.diverged == 0)
    }

    @Test func whoDrawsSomethingElseIsFound() {
        var hall = Hall()
        hall.draw(hall.picture(of: hall.ann), hall.picture(of: hall.cy))
        #expect(hall.draw(hall.wrong(hall.cy)) == [Divergence(member: hall.cy, at: Sequence(0), isNew: true)])
        #expect(hall.draw(hall.wrong(hall.cy), hall.picture(of: hall.cy)) == [], "once wrong, it is so for this rest")
        #expect(hall.told(at: 500) == InStep(at: Sequence(0), drawn: 1, of: 3, diverged: 1, behind: [hall.bob]))
        hall.turn(from: 0, at: 1_000)
        #expect(hall.draw(hall.wrong(hall.cy)).map(\.isNew) == [false], "it still is")
        hall.turn(from: 1, at: 2_000)
        #expect(hall.draw(hall.picture(of: hall.cy)) == [])
        hall.turn(from: 2, at: 3_000)
        #expect(hall.draw(hall.wrong(hall.cy)).map(\.isNew) == [true], "it was right meanwhile")
        hall.scene.leave(hall.cy, at: 3_200)
        #expect(hall.told(at: 5_000)?.of == 2)
    }

    @Test func stepsAndPagesArePictures() {
        var hall = Hall(pages: 0)
        let pages = [Page(id: PageID("a"), title: "A", steps: 2)]
        hall.scene.ask(.content(revision: 0, pages, wrap: .finite), hall.ann, at: 10)
        let whole = hall.picture(of: hall.bob)
        #expect(hall.draw(whole) == [])
        hall.scene.ask(.step(.forward, from: PageIndex(0), shown: 0), hall.ann, at: 20)
        let stepped = hall.picture(of: hall.bob)
        #expect(stepped.digest != whole.digest)
        let late = Drawn(member: hall.bob, sequence: stepped.sequence, digest: whole.digest)
        #expect(hall.draw(late).map(\.at) == [stepped.sequence])
    }

    @Test func whoIsAwayIsNotCounted() {
        var hall = Hall()
        for member in [hall.ann, hall.bob, hall.cy] { hall.draw(hall.picture(of: member)) }
        #expect(hall.told(at: 500)?.of == 3)
        hall.scene.disconnect(hall.cy, at: 2_000)
        #expect(hall.told(at: 2_500) == InStep(at: Sequence(0), drawn: 2, of: 2, diverged: 0, behind: []))
        #expect(hall.scene.rejoin(3, at: 4_000) == hall.cy)
        #expect(hall.told(at: 4_500)?.drawn == 3, "it has drawn this rest before")
        hall.scene.disconnect(hall.cy, at: 5_000)
        #expect(hall.told(at: 5_600)?.of == 2)
        #expect(hall.told(at: 15_500) == nil, "gone is no news")
    }

    @Test func aPresenterThatComesBackIsToldAgain() {
        var hall = Hall()
        let first = hall.told(at: 500)
        #expect(first != nil)
        #expect(hall.scene.rejoin(1, at: 3_000) == hall.ann)
        #expect(hall.told(at: 3_500) == first)
    }
}
