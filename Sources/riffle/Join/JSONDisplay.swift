import Foundation
import PagingEngine
import PagingRoom
import TerminalView

/// One JSON object for every page that comes to rest.
final class JSONDisplay: Display {
    private var lastSequence: Int64 = -1

    func show(_ view: FollowedRoom) {
        let replica = view.replica
        guard replica.isAtRest, replica.sequence.number != lastSequence else { return }
        lastSequence = replica.sequence.number
        let result = ActorResult(name: view.name, replica: replica)
        StandardStreams.print(result.json)
    }
}
