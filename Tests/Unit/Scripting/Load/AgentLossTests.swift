import Testing

@testable import Scripting

/// The consequence of the loss of an agent, as scripts state it.
@Suite struct AgentLossTests {
    private func loss(_ fields: String) throws -> AgentLoss {
        try ScriptReader.read("{riffle: 1, \(fields)actors: [{name: a}]}", file: "f").load.agentLoss
    }

    @Test func aRunIsVoidUnlessItMayShrink() throws {
        #expect(try loss("") == .void)
        #expect(try loss("agents: {lost: void}, ") == .void)
        #expect(try loss("agents: {lost: shrink}, ") == .shrink)
    }

    @Test(arguments: ["agents: {lost: maybe}, ", "agents: {}, ", "agents: shrink, ", "agents: {lost: void, more: 1}, "])
    func otherValuesAreRefused(fields: String) {
        #expect(throws: (any Error).self) { try loss(fields) }
    }
}
