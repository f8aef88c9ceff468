/// The fields of a script about its agents on other machines.
struct AgentFields: Sendable {
    private var loss: AgentLoss?

    private static let mapping = Mapping<AgentFields>(
        definition: "agents", text: "How a run on several machines goes on.", empty: AgentFields(),
        fields: [
            Field(
                "lost", \.loss, .word("agentLoss"), required: true,
                "The loss of an agent: void ends the run with an error, shrink goes on without its users.")
        ])

    /// A mapping with what follows the loss of an agent.
    static let lossKind: ValueKind<AgentLoss> = mapping.kind.checked(
        { fields, _, _, _ in fields.loss }, { AgentFields(loss: $0) })
}
