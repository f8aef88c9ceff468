import PagingClient
import PagingRoom
import PagingWire
import Support

/// The surroundings of the members of a world: the time, lines to servers, and those who watch.
protocol MemberSurroundings {
    /// World time.
    var milliseconds: Int64 { get }
    /// Whether members act; later they rest.
    var isBusy: Bool { get }
    var random: SeedStream { get set }

    func isMarch(_ room: Int) -> Bool
    mutating func note(_ text: @autoclosure () -> String)
    mutating func complain(_ rule: Violation.Rule, _ text: String)
    /// Lets a member act after a pause.
    mutating func planAct(of member: Int, after pause: Int64)
    /// Makes a line to a server and returns its number.
    mutating func connect(_ number: Int, _ member: SimulatedMember) -> Int
    mutating func send(_ message: ClientMessage, of member: Int, over line: Int)
    mutating func sendUp(_ line: Int, _ signal: SimEvent.Signal)
    mutating func cut(_ line: Int, clientHears: Bool)
    mutating func joined(_ member: Int, _ welcome: Welcome)
    /// The client of a member has ended.
    mutating func ended(_ member: Int, _ end: ClientEnd)
    /// A step of a march was answered, or never will be.
    mutating func settledStep(_ answer: Answer?, in room: Int)
    /// A change of pages was answered, or never will be.
    mutating func settledChange(_ answer: Answer?, in room: Int)
}

extension MemberSurroundings {
    mutating func settledChange(_ answer: Answer?, in room: Int) {}

    mutating func ended(_ member: Int, _ end: ClientEnd) {
        if end != .left { complain(.convergence, "member \(member) ended: \(end)") }
    }
}
