/// The actions of a kind of script: those of members in rooms, or those of users of a plain endpoint.
protocol StepAction: Hashable, Sendable {
    /// The state of an actor that decides which steps it may take next.
    associatedtype Order: StepOrder where Order.Action == Self

    /// A step with its line.
    associatedtype LinedStep: Hashable & Sendable

    /// Every step there is.
    static var specs: [StepSpec<Self>] { get }
    /// Whether conditions may look at messages.
    static var readsMessages: Bool { get }
    static func flow(_ flow: Flow<LinedStep>) -> Self
    /// The steps that a step chooses among or repeats; nil for any other step.
    var innerFlow: Flow<LinedStep>? { get }
    static func lined(_ step: PlacedStep<Self>) -> LinedStep
    static func placed(_ step: LinedStep) -> PlacedStep<Self>
    /// Words for a step that another kind of script has.
    static func hint(for keyword: String) -> String
}

protocol StepOrder: Equatable, Sendable {
    associatedtype Action: StepAction

    init(_ steps: [PlacedStep<Action>])
    mutating func enterRepetition()
    mutating func leaveRepetition()
    /// One of several ways through the steps begins and ends.
    mutating func enterWay()
    mutating func leaveWay()
}
