import PagingRoom
import Scripting
import Testing

@testable import LoadTesting

/// The users of one worker at the barriers of a script.
@Suite struct BarriersTests {
    /// An actor for each population, all with the barrier `all`; the first also has `first`.
    private static func barriers(
        _ populations: [Population], worker: Int = 0, of workers: Int = 1
    ) throws -> Barriers {
        let actors = populations.enumerated().map { number, population in
            let names = number == 0 ? ["all", "first"] : ["all"]
            return Script.Actor(
                name: "actor-\(number)", role: .viewer, population: population,
                steps: names.map { Step(.wait(Wait(.barrier($0))), line: number + 1) }, line: number + 1)
        }
        let script = Script(
            file: "test.yaml", title: nil, room: .standard, seed: nil, actors: actors, load: LoadScript())
        return Barriers(
            plan: try LoadPlan(script: script, seed: 1), actors: actors, share: LoadShare(worker: worker, of: workers))
    }

    private static let two = Population.closed(users: 2, spreadMilliseconds: 0)
    private static let open = Population.open(
        rate: .init(count: 2, perMilliseconds: 1_000), forMilliseconds: 2_000, most: 4)

    @Test func aBarrierOpensWhenNobodyIsMissing() throws {
        var barriers = try Self.barriers([.one, Self.two])
        barriers.moved(2, from: nil, to: "all")
        barriers.moved(0, from: nil, to: "all")
        let early = barriers.takeOpen()
        barriers.moved(1, from: nil, to: "all")
        let (opened, again) = (barriers.takeOpen(), barriers.takeOpen())
        #expect(early == nil && opened == [0, 1, 2] && again == nil)
    }

    @Test func barriersOpenInTheOrderOfTheirNames() throws {
        var barriers = try Self.barriers([.one])
        barriers.moved(0, from: nil, to: "first")
        barriers.moved(0, from: "first", to: "all")
        let (opened, again) = (barriers.takeOpen(), barriers.takeOpen())
        #expect(opened == [0] && again == nil, "the user stands at one barrier only")
    }

    @Test func usersThatAreDoneAreNotExpected() throws {
        var barriers = try Self.barriers([Self.two])
        barriers.moved(0, from: nil, to: "all")
        let early = barriers.takeOpen()
        barriers.ended(actor: 0)
        let opened = barriers.takeOpen()
        #expect(early == nil && opened == [0])
    }

    @Test func anOpenPopulationIsExpectedOnceItHasBegun() throws {
        var barriers = try Self.barriers([Self.open])
        barriers.began(actor: 0)
        barriers.began(actor: 0)
        barriers.moved(0, from: nil, to: "all")
        let early = barriers.takeOpen()
        barriers.moved(1, from: nil, to: "all")
        let opened = barriers.takeOpen()
        #expect(early == nil && opened == [0, 1])
    }

    @Test func aBarrierOpensInEveryRound() throws {
        var barriers = try Self.barriers([.one])
        for _ in 1...3 {
            barriers.moved(0, from: nil, to: "all")
            let opened = barriers.takeOpen()
            #expect(opened == [0])
        }
    }

    @Test func oneOfSeveralWorkersReportsAndDoesNotOpen() throws {
        var barriers = try Self.barriers([Self.two], worker: 1, of: 2)
        let first = barriers.takeChanges()
        #expect(first.map(\.name) == ["all", "first"] && first.map(\.expected) == [1, 1])
        let silent = barriers.takeChanges()
        #expect(silent == [], "nothing has changed")
        barriers.moved(1, from: nil, to: "all")
        let (opened, state) = (barriers.takeOpen(), barriers.takeChanges())
        #expect(opened == nil && state == [.init(name: "all", round: 0, waiting: 1, expected: 1)])
        let (users, after) = (barriers.open("all"), barriers.takeChanges())
        #expect(users == [1] && after == [.init(name: "all", round: 1, waiting: 0, expected: 1)])
    }

    @Test func aWorkerThatExpectsNobodyReportsThis() throws {
        var barriers = try Self.barriers([.one], worker: 1, of: 2)
        let changes = barriers.takeChanges()
        #expect(changes.map(\.expected) == [0, 0] && changes.map(\.waiting) == [0, 0])
    }
}
