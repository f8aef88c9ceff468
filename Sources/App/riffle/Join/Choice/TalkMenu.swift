import ArgumentParser
import Glibc
import PagingClient
import TerminalDevice

/// The list of talks for a person who has given no address.
struct TalkMenu {
    private let choice: TalkChoice
    private let problem: String?

    init(recent: RecentTalks) {
        let found = NetworkBrowser.browse()
        choice = TalkChoice(found: found.talks, recent: recent)
        problem = found.problem
    }

    /// The chosen address; nil when the person leaves, and without a terminal, where the list is the result.
    func address() throws -> String? {
        if let problem { StandardStreams.printError("riffle join: \(problem)") }
        guard !choice.talks.isEmpty else {
            throw ValidationError(
                "expected the address of a room, such as HOST/NAME, got none; no talk was found or joined before")
        }
        guard TerminalDevice.isTerminal(STDIN_FILENO), TerminalDevice.isTerminal(STDOUT_FILENO) else {
            TextTable.lines(choice.talks.map { [$0.address, $0.origin] }, numbers: []).forEach(StandardStreams.print)
            return nil
        }
        let rows = choice.talks.enumerated().map { ["\($0 + 1)", $1.address, $1.origin] }
        TextTable.lines(rows, numbers: [0]).forEach(StandardStreams.print)
        while true {
            StandardStreams.print("Type a number or an address; Enter leaves.")
            switch choice.select(readLine() ?? "") {
            case .left: return nil
            case .address(let address): return address
            case .invalid(let sentence): StandardStreams.printError(sentence)
            }
        }
    }
}
