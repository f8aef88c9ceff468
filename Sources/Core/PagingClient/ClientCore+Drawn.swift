import PagingRoom
import PagingWire

extension ClientCore {
    /// Says what the member shows, when the messages that came together have brought its replica to rest with another
    /// picture: once for each event it comes to rest with.
    mutating func sayDrawn(into effects: inout [ClientEffect]) {
        guard isDrawnDue, stage == .following, let replica, replica.isAtRest, replicaEpoch == welcome?.epoch else {
            return
        }
        isDrawnDue = false
        guard settings.saysDrawn, drawnAt != replica.sequence else { return }
        drawnAt = replica.sequence
        effects.append(.send(.drawn(replica.sequence, replica.digest)))
    }
}
