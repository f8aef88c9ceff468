package import PagingEngine
package import PagingRoom
package import PagingServer
package import PagingWire

/// An item of a link from the owner of a room to an edge, mostly for one of the edge's connections. The room is the link's.
///
/// Answers travel on the link, events on the fabric: an edge passes on what follows `reached` once it has the event.
package enum DownItem: Sendable {
    /// The newest event before what follows.
    case reached(Sequence)
    case joinGranted(Address, JoinGranted)
    /// `answers` names the request if it is an answer.
    case reply(Address, Frame, answers: RequestID?)
    case sideAnswer(Address, Frame, answers: RequestID)
    /// A fresh snapshot; events after the sequence come next.
    case reset(Address, Frame, Sequence)
    case dismissed(Address, CloseCode, reason: String)
    /// The rules by which the edge admits viewers.
    case audienceRules(AudienceRules)
    /// A block of numbers for viewers.
    case audienceNumbers(first: MemberID)
}
