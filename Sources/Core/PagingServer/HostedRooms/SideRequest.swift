import Metrics
package import PagingContent
package import PagingEngine
package import PagingRoom
import PagingWire

/// A request that a room's home answers beside the order of its events: it causes no event and no record.
package enum SideRequest: Hashable, Sendable {
    /// Pages outside the window; at most 32.
    case pages(from: PageIndex, count: Int)
    /// A file that pages refer to.
    case asset(AssetName)
    /// Keeps such a file; for presenters.
    case keep(Asset)

    /// Whether it brings so much that it cannot wait for a room that changes its server.
    var isLarge: Bool { if case .keep = self { true } else { false } }

    /// The answer of a room with these files; counts it.
    func answer(
        to member: MemberID, _ id: RequestID, in room: Room, with assets: inout RoomAssets,
        into output: inout LoopOutput
    ) -> Frame {
        do throws(Refusal) {
            let message = try message(to: member, id, in: room, with: &assets)
            output.count(InputLabel.Kind(self), .accepted)
            return output.encode(message)
        } catch {
            output.count(InputLabel.Kind(self), InputLabel.Outcome(error.code))
            return output.encode(.answer(.refused(id, error, room.sequence)))
        }
    }

    private func message(
        to member: MemberID, _ id: RequestID, in room: Room, with assets: inout RoomAssets
    ) throws(Refusal) -> ServerMessage {
        switch self {
        case .pages(let first, let count): return .pages(id, try room.pages(from: first, count: count, for: member))
        case .asset(let name):
            guard let asset = assets.take(name) else {
                throw Refusal(.unknownAsset, "the server has no file of this name; a presenter may send it soon")
            }
            return .asset(id, asset)
        case .keep(let asset):
            guard room.role(of: member) == .presenter else { throw .filesAreForPresenters }
            try assets.keep(asset, named: room.assetNames)
            return .answer(.accepted(id, room.sequence, changed: false))
        }
    }
}

extension Refusal {
    /// The refusal of a file from anybody else.
    package static let filesAreForPresenters = Refusal(.forbidden, "only a presenter gives the room files")
}
