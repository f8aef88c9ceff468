import PagingEngine
import PagingRoom
import Scripting

/// Scripts for plain endpoints, without their YAML.
enum PlainScript {
    static func script(
        _ population: Population = .closed(users: 1, spreadMilliseconds: 0), push: PlainEndpoint.Push? = nil,
        chaos: [FaultPlan] = [], durationMilliseconds: Int64? = nil, playing actions: [PlainStep.Action]
    ) -> Script {
        let actor = Script.Actor(
            name: "caller", role: .viewer, population: population, steps: [], plainSteps: steps(actions), line: 3)
        var load = LoadScript()
        load.plain = PlainEndpoint(path: "/echo")
        load.plain?.push = push
        load.chaos = chaos
        load.durationMilliseconds = durationMilliseconds
        return Script(file: "plain.yaml", title: "Plain", room: .standard, seed: nil, actors: [actor], load: load)
    }

    /// Each on a line of its own.
    static func steps(_ actions: [PlainStep.Action]) -> [PlainStep] {
        actions.enumerated().map { PlainStep($1, line: 10 + $0) }
    }

    static func text(_ template: String) throws -> PlainStep.Action { .send(try Template(template)) }
}
