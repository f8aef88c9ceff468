import ArgumentParser
import Scripting
import Testing

@testable import riffle

@Suite struct LoadOverridesTests {
    private func script(_ populations: [Population]) -> Script {
        let actors = populations.enumerated().map { number, population in
            Script.Actor(name: "a\(number)", role: .viewer, population: population, steps: [], line: 1)
        }
        return Script(file: "x", title: nil, room: .standard, seed: nil, actors: actors)
    }

    private let crowd = Population.closed(users: 10, spreadMilliseconds: 500)
    private let stream = Population.open(
        rate: .init(count: 2, perMilliseconds: 1_000), forMilliseconds: 9_000, most: 30)

    @Test func usersReplaceTheOnlyPopulationsAndKeepTheRest() throws {
        let overrides = LoadOverrides(users: [try LoadArguments.users("500")])
        let changed = try overrides.applied(to: script([.one, crowd]))
        #expect(changed.actors.map(\.population) == [.one, .closed(users: 500, spreadMilliseconds: 500)])
        let open = try overrides.applied(to: script([stream]))
        #expect(
            open.actors[0].population
                == .open(rate: .init(count: 2, perMilliseconds: 1_000), forMilliseconds: 9_000, most: 500))
    }

    @Test func ratesOpenAPopulation() throws {
        let overrides = LoadOverrides(
            users: [try LoadArguments.users("a1=40")], rates: [try LoadArguments.rate("a1=90/m")])
        let changed = try overrides.applied(to: script([stream, crowd]))
        #expect(changed.actors[0].population == stream)
        #expect(
            changed.actors[1].population
                == .open(rate: .init(count: 90, perMilliseconds: 60_000), forMilliseconds: nil, most: 40))
    }

    @Test func stagesBringTheirOwnLength() throws {
        let overrides = LoadOverrides(stages: try ["30s:500", "1m:0"].map(LoadArguments.stage))
        let changed = try overrides.applied(to: script([crowd]))
        #expect(
            changed.actors[0].population
                == .staged([
                    RampStage(forMilliseconds: 30_000, users: 500), RampStage(forMilliseconds: 60_000, users: 0),
                ]))
        #expect(changed.load.durationMilliseconds == 90_000)
    }

    @Test func whoIsMeantMustBeClear() throws {
        let overrides = LoadOverrides(users: [try LoadArguments.users("500")])
        for populations in [[.one, .one], [crowd, stream]] {
            #expect(throws: LoadOverrides.Problem.self) { try overrides.applied(to: script(populations)) }
        }
    }

    @Test func targetsAreReadInEveryForm() throws {
        let forms = [
            ("ws://h:1", "load", "/rooms/x"), ("ws://h:1/", "load", "/rooms/x"),
            ("ws://h:1/rooms/talk", "talk", "/rooms/x"), ("ws://h:1/app/rooms/talk?a=b", "talk", "/app/rooms/x"),
            ("ws://h:1/app/", "load", "/app/rooms/x"),
        ]
        for (url, room, path) in forms {
            let targets = try LoadTargets(urls: [url], sources: ["127.0.0.1", "127.0.0.2"])
            #expect(targets.room == room, "\(url)")
            #expect(targets.endpoint(path: "/rooms/x", ofUser: 5, losses: 3).path == path, "\(url)")
            #expect((0..<3).map { targets.source(ofUser: $0) } == ["127.0.0.1", "127.0.0.2", "127.0.0.1"])
        }
    }

    @Test func whatMayBeSecretIsNotShown() {
        let shown = LoadTargets.shown(["ws://a:1/rooms/x?token=secret", "ws://b:2/rooms/x"])
        #expect(shown == "ws://a:1/rooms/x?…, ws://b:2/rooms/x")
    }

    @Test func usersTakeTargetsInTurnAndTheNextOneAfterALoss() throws {
        let targets = try LoadTargets(urls: ["ws://a:1/rooms/x", "wss://b:2/rooms/x", "ws://c:3/rooms/x"], sources: [])
        let hosts = { (user: Int, losses: Int) in
            targets.endpoint(path: "/rooms/x", ofUser: user, losses: losses).host
        }
        #expect((0..<4).map { hosts($0, 0) } == ["a", "b", "c", "a"])
        #expect((0..<4).map { hosts(1, $0) } == ["b", "c", "a", "b"])
        #expect(targets.isSecure && targets.room == "x")
    }

    @Test func allTargetsHaveTheSameRoom() throws {
        let problem = #expect(throws: ValidationError.self) {
            _ = try LoadTargets(urls: ["ws://a:1/rooms/x", "ws://b:2/rooms/y"], sources: [])
        }
        #expect(
            problem?.message
                == "--target: expected the room x of ws://a:1/rooms/x in all targets, got y at ws://b:2/rooms/y")
    }

    @Test func theURLOfAPlainServerCountsBeforeTheScript() throws {
        for (url, path) in [("ws://h:1", "/ws"), ("ws://h:1/", "/ws"), ("ws://h:1/live?key=1", "/live?key=1")] {
            let target = try LoadTarget(url: url, isPlain: true)
            #expect(target.endpoint(path: "/ws").path == path)
        }
    }

    @Test func timesAreReadable() {
        let texts = [0, 850, 12_345, 999_999, 1_250_000, 61_000_000].map { LatencyText($0).description }
        #expect(texts == ["0 µs", "850 µs", "12.3 ms", "999.9 ms", "1.25 s", "61.00 s"])
    }
}
