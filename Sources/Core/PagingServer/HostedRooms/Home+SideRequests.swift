import Metrics
import PagingContent
import PagingEngine
package import PagingRoom
import PagingWire

extension Home {
    /// The answer to a request of a member beside the room's order; counts it.
    mutating func answer(
        _ request: SideRequest, of member: MemberID, _ id: RequestID, into output: inout LoopOutput
    ) -> Frame {
        do throws(Refusal) {
            let message = try message(answering: request, of: member, id)
            output.count(InputLabel.Kind(request), .accepted)
            return output.encode(message)
        } catch {
            output.count(InputLabel.Kind(request), InputLabel.Outcome(error.code))
            return output.encode(.answer(.refused(id, error, room.sequence)))
        }
    }

    private mutating func message(
        answering request: SideRequest, of member: MemberID, _ id: RequestID
    ) throws(Refusal) -> ServerMessage {
        switch request {
        case .pages(let first, let count): return .pages(id, try room.pages(from: first, count: count, for: member))
        case .asset(let name):
            guard let asset = assets.take(name) else {
                throw Refusal(.unknownAsset, "the server has no file of this name; a presenter may send it soon")
            }
            return .asset(id, asset)
        case .keep(let asset):
            guard room.role(of: member) == .presenter else { throw .filesAreForPresenters }
            try assets.keep(asset)
            return .answer(.accepted(id, room.sequence, changed: false))
        }
    }
}

extension Refusal {
    /// The refusal of a file from anybody else.
    package static let filesAreForPresenters = Refusal(.forbidden, "only a presenter gives the room files")
}
