import PagingContent
import PagingEngine
import PagingRoom
import Support

/// The fields of an actor.
struct ActorFields: Sendable {
    var name: String?
    var role = Role.member
    var users: Int?
    var spreadMilliseconds: Int64 = 0
    var rate: Population.Rate?
    var forMilliseconds: Int64?
    var most = ActorFields.standardMost
    var stages: [ActorStage]?
    var tag: String?
    var isApart = false
    var token: ReferenceText?
    var steps: [PlacedStep<Step.Action>]?
    var before: [PlacedStep<PlainStep.Action>]?
    var plainSteps: [PlacedStep<PlainStep.Action>]?

    private static let standardMost = 1_000

    static let name = Field<ActorFields>("name", \.name, .text, required: true, "The name it joins under.")

    static let population: [Field<ActorFields>] = [
        Field("users", \.users, .integer(1...Int64(ScriptLimits.users)), "The number of users with these steps.")
            .with(examples: "users: 500"),
        Field("spread", \.spreadMilliseconds, .time(), standard: 0, "The time over which their starts are spread.")
            .with(examples: "spread: 10s"),
        Field("rate", \.rate, .rate, "Users that start per time, at random moments.").with(examples: "rate: 20/s"),
        Field("for", \.forMilliseconds, .time(least: 1), "How long users start; default: to the end of the run.")
            .with(examples: "for: 1m"),
        Field(
            "stages", \.stages, .stages,
            "Stages one after the other, each with the users or the rate at its end; `duration` is by default that of the stages."
        ).with(
            examples: "stages: [{for: 30s, users: 500}, {for: 2m, users: 500}, {for: 10s, users: 0}]",
            "stages: [{for: 1m, rate: 50/s}, {for: 0s, rate: 500/s}]"),
        Field(
            "most", \.most, .integer(1...Int64(ScriptLimits.users)), standard: standardMost,
            "The most users at one time."
        ).with(examples: "most: 200"),
        Field("tag", \.tag, .tag, "A group for measures: deliver{tag:slow}.p99; reports show it.")
            .with(examples: "tag: slow"),
        Field("apart", \.isApart, .flag, standard: false, "Keeps its users out of the measures of the whole run.")
            .with(examples: "apart: true"),
        Field(
            "before", \.before, .steps(definition: "plainSteps", isWhole: true, from: PlainOrder.beforeConnection),
            "Steps of each user before its connection: `http`, and all that need no connection."
        ).with(examples: "before: [http: {post: /login}, capture: {name: ticket, pointer: /ticket}]"),
    ]

    static let rules: [MappingRule] = [
        .atMostOne(["users", "rate", "stages"]), .requires("spread", "users"), .requires("for", "rate"),
        .requiresOne("most", ["rate", "stages"]),
    ]

    init() {}

    init(_ actor: Script.Actor) {
        (name, role) = (actor.name, actor.role)
        (tag, isApart) = (actor.tag, actor.isApart)
        token = actor.token
        before = actor.before.isEmpty ? nil : actor.before.map { PlainStep.Action.placed($0) }
        steps = actor.steps.map { Step.Action.placed($0) }
        switch actor.population {
        case .one: break
        case .staged(let stages): self.stages = stages.map { .users($0) }
        case .ramping(let stages, let most): (self.stages, self.most) = (stages.map { .rate($0) }, most)
        case .closed(let users, let spread): (self.users, spreadMilliseconds) = (users, spread)
        case .open(let rate, let time, let most): (self.rate, forMilliseconds, self.most) = (rate, time, most)
        }
    }

    var isOpen: Bool { actorPopulation.isOpen }

    private var actorPopulation: Population {
        if let population = stages?.population(most: most) { return population }
        if let rate { return .open(rate: rate, forMilliseconds: forMilliseconds, most: most) }
        return users.map { .closed(users: $0, spreadMilliseconds: spreadMilliseconds) } ?? .one
    }

    func actor(line: Int) -> Script.Actor {
        Script.Actor(
            name: name ?? "", role: role, population: actorPopulation, tag: tag, isApart: isApart,
            token: token, before: (before ?? []).map { PlainStep.Action.lined($0) },
            steps: (steps ?? []).map { Step.Action.lined($0) },
            plainSteps: (plainSteps ?? []).map { PlainStep.Action.lined($0) }, line: line)
    }
}
