import Testing

@testable import Scripting

@Suite struct RampStageTests {
    private func users(_ stages: [RampStage], at moment: Int64) -> Int {
        RampStage.stays(stages).count { $0.fromMilliseconds <= moment && moment < $0.untilMilliseconds ?? .max }
    }

    @Test func usersComeEvenly() {
        let stays = RampStage.stays([RampStage(forMilliseconds: 1_000, users: 4)])
        #expect(stays.map(\.fromMilliseconds) == [0, 250, 500, 750])
        #expect(stays.allSatisfy { $0.untilMilliseconds == nil })
    }

    @Test func theNumberFollowsTheStages() {
        let stages = [
            RampStage(forMilliseconds: 100, users: 50), RampStage(forMilliseconds: 100, users: 50),
            RampStage(forMilliseconds: 100, users: 20), RampStage(forMilliseconds: 0, users: 30),
            RampStage(forMilliseconds: 100, users: 0),
        ]
        #expect(RampStage.stays(stages).count == 60)
        #expect([99, 199, 300, 399, 400].map { users(stages, at: $0) } == [50, 50, 30, 1, 0])
        #expect(users(stages, at: 250) == 35)
        #expect(RampStage.length(of: stages) == 400)
    }

    @Test func theFirstUserToStartLeavesFirst() {
        let stays = RampStage.stays([
            RampStage(forMilliseconds: 10, users: 3), RampStage(forMilliseconds: 20, users: 1),
        ])
        #expect(stays.map(\.untilMilliseconds) == [20, 30, nil])
    }
}
