import PagingEngine
import Testing

@testable import PagingRoom

/// The receivers of reports about which members are in step, and the members that they name.
@Suite struct InStepAudienceTests {
    @Test func withoutPresentersNobodyIsTold() {
        var scene = Scene()
        let ann = scene.join(.member)
        #expect(scene.room.nextDeadline == nil)
        let room = scene.snapshot(at: 0)
        let wrong = Drawn(member: ann, sequence: room.sequence, digest: Digest(value: 1))
        #expect(scene.call { room, _ in room.take([wrong]) }.count == 1, "and yet it is counted")
        scene.tick(at: 5_000)
        #expect(scene.said.isEmpty)
    }

    @Test func aCrowdIsCountedAndNotNamed() {
        var scene = Scene()
        _ = scene.join(.presenter)
        for _ in 0..<300 { _ = scene.join(.viewer) }
        scene.tick(at: 2_000)
        let news = scene.said.compactMap { if case .inStep(let news, _) = $0 { news } else { nil } }
        #expect(news.map(\.of) == [301])
        #expect(news.first?.behind == (1...32).map { MemberID($0) })
        let last = MemberID(301)
        let picture = scene.snapshot(at: 2_000)
        for number in UInt32(1)...199 {
            let drawn = Drawn(member: MemberID(number), sequence: picture.sequence, digest: picture.digest)
            scene.call { room, _ in _ = room.take([drawn]) }
        }
        scene.tick(at: 4_000)
        let later = scene.said.compactMap { if case .inStep(let news, _) = $0 { news } else { nil } }
        #expect(later.map(\.drawn) == [199])
        #expect(later.first?.behind == [MemberID(200)], "the others are beyond those announced")
        #expect(scene.room.role(of: last) == .viewer)
    }
}
