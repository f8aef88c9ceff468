import PagingEngine
import Testing

@testable import PagingRoom

/// Viewers at the edges of a cluster, whom the room only counts.
@Suite struct RoomAudienceTests {
    private func tally(_ viewers: Int) -> AudienceTally {
        var tally = AudienceTally()
        (tally.viewers, tally.present) = (viewers, viewers)
        return tally
    }

    private func rules(_ scene: Scene) -> AudienceRules? {
        for case .audienceRules(let rules) in scene.said { return rules }
        return nil
    }

    private func take(_ word: AudienceWord, in scene: inout Scene, at milliseconds: Int64) {
        scene.call { $0.take(word, at: Instant(milliseconds: milliseconds), into: &$1) }
    }

    /// A room whose list is full.
    private func fullScene() -> Scene {
        var scene = Scene()
        for _ in 0..<Roster.listedLimit { _ = scene.join(.member) }
        return scene
    }

    @Test func theyAreCountedWithOtherViewers() {
        var scene = fullScene()
        _ = scene.join(.viewer)
        scene.tick(at: 2_000)
        take(.tally(tally(5_000)), in: &scene, at: 4_000)
        #expect(scene.events.map(\.word) == ["audience 5001"])
        #expect(scene.room.population == Roster.listedLimit + 5_001)
        take(.tally(tally(10)), in: &scene, at: 4_500)
        #expect(scene.events.isEmpty, "once a second")
        scene.tick(at: 5_000)
        #expect(scene.events.map(\.word) == ["audience 11"])
    }

    @Test func rulesAreToldWhenTheyChange() {
        var scene = Scene()
        let (ann, ben) = (scene.join(.presenter), scene.join(.presenter))
        #expect(rules(scene) == nil, "nobody has asked")
        take(.tally(tally(0)), in: &scene, at: 0)
        #expect(rules(scene)?.isOpen == false, "viewers are listed")
        take(.tally(tally(1)), in: &scene, at: 0)
        #expect(rules(scene) == nil)
        for _ in 2..<Roster.listedLimit { _ = scene.join(.member) }
        scene.tick(at: 1_000)
        #expect(rules(scene)?.isOpen == true)
        scene.ask(.lock(true), ann, at: 2_000)
        #expect(rules(scene)?.isOpen == false)
        scene.ask(.lock(false), ann, at: 3_000)
        #expect(rules(scene)?.isOpen == true)
        scene.ask(.remove(ben), ann, at: 4_000)
        #expect(rules(scene)?.void == [Credential(session: scene.session(2))])
        #expect(rules(scene)?.isOpen == false, "there is a place on the list")
    }

    /// About the last places the room decides.
    @Test func aLimitCountsThem() {
        var scene = fullScene()
        scene.room.capacity = 1_000
        take(.tally(tally(0)), in: &scene, at: 0)
        #expect(rules(scene)?.isOpen == true && rules(scene)?.free == 512)
        take(.tally(tally(600)), in: &scene, at: 1_000)
        #expect(rules(scene)?.isOpen == false)
        #expect(scene.room.barrier(to: nil) == nil)
        take(.tally(tally(800)), in: &scene, at: 2_000)
        #expect(scene.room.barrier(to: nil) == .full)
    }

    /// The limit of a record concerns those who are in it.
    @Test func theLimitOfRecordsDoesNotCountThem() {
        var scene = fullScene()
        scene.room.capacity = RoomRecord.memberLimit
        take(.tally(tally(30_000)), in: &scene, at: 0)
        #expect(rules(scene)?.isOpen == true)
        #expect(scene.room.barrier(to: nil) == nil)
    }

    @Test func numbersAreRecordedAndNotGivenAgain() throws {
        var scene = Scene()
        _ = scene.join()
        _ = scene.room.takeRecord()
        take(.wantsNumbers, in: &scene, at: 0)
        #expect(scene.said.contains(.audienceNumbers(first: MemberID(2))))
        let numbered = scene.room.takeRecord()
        let record = try #require(numbered)
        #expect(record.lastMember == MemberID(1 + AudienceRules.numbersInBlock))
        #expect(scene.room.takeRecord() == nil)
        #expect(scene.join() == MemberID(2 + AudienceRules.numbersInBlock))
    }

    /// A token that members have, too, is that of an audience.
    @Test func removedViewersAreVoid() {
        var scene = fullScene()
        let shared = Credential(tokenID: "shared")
        scene.call {
            _ = $0.join(
                name: nil, role: .viewer, session: Session("s"), credential: shared, at: Instant(milliseconds: 0),
                into: &$1)
        }
        take(.tally(tally(1)), in: &scene, at: 0)
        let (session, own) = (Credential(session: Session("audience-1")), Credential(tokenID: "own"))
        take(.void([session, shared, own]), in: &scene, at: 0)
        #expect(rules(scene)?.void == [session, own])
        #expect(scene.room.barrier(to: nil, credential: own) == .removed)
        #expect(scene.room.barrier(to: nil, credential: shared) == nil)
    }

    @Test func adoptedViewersAreMembersThatAreAway() throws {
        var scene = fullScene()
        take(.wantsNumbers, in: &scene, at: 0)
        let viewers = (300...310).map {
            AdmittedViewer(
                member: MemberID($0), name: "ann", session: Session("audience-\($0)"), credential: nil)
        }
        take(.adopt(viewers), in: &scene, at: 1_000)
        #expect(scene.events.map(\.word) == ["audience 11"])
        #expect(scene.room.population == Roster.listedLimit + 11)
        let whole = scene.room.takeRecord(whole: true)
        let record = try #require(whole)
        #expect(record.arrivals.count == Roster.listedLimit + 11)
        scene.call {
            let key = ConnectionKey("key")
            let member = $0.reopen(
                Session("audience-300"), on: key, answered: RequestID(1), at: Instant(milliseconds: 2_000), into: &$1)
            #expect(member == MemberID(300))
        }
        scene.tick(at: 11_000)
        scene.tick(at: 12_000)
        #expect(scene.room.population == Roster.listedLimit + 1, "the others did not return")
        #expect(scene.join(.viewer, at: 12_000) > MemberID(AudienceRules.numbersInBlock))
    }

    @Test func theirPicturesAreCompared() throws {
        var scene = Scene()
        _ = scene.join(.presenter)
        scene.ask(.jump(PageIndex(1), animated: false), MemberID(1), at: 0)
        let first = scene.snapshot(at: 0)
        scene.ask(.jump(PageIndex(2), animated: false), MemberID(1), at: 1_000)
        let picture = scene.snapshot(at: 1_000)
        var tally = tally(100)
        tally.cut = 3
        tally.pictures = [
            .init(sequence: picture.sequence, digest: picture.digest, viewers: 60),
            .init(sequence: picture.sequence, digest: Digest(value: 1), viewers: 4),
            .init(sequence: first.sequence, digest: first.digest, viewers: 30),
        ]
        take(.tally(tally), in: &scene, at: 1_500)
        var reports: [InStep] = []
        for milliseconds in stride(from: 2_000, through: 5_000, by: 500) as StrideThrough<Int64> {
            scene.tick(at: milliseconds)
            for case .inStep(let report, _) in scene.said { reports.append(report) }
        }
        let report = try #require(reports.last)
        #expect([report.drawn, report.diverged, report.cut, report.of] == [60, 4, 3, 101])
        #expect(report.behind == [MemberID(1)])
    }
}
