import PagingEngine
import PagingRoom

extension Home {
    /// Sends the cluster loop what the edges need to admit viewers.
    func tellEdges(_ effects: [RoomEffect], into output: inout LoopOutput) {
        for effect in effects {
            switch effect {
            case .audienceRules(let rules):
                output.send(.audienceRules(room: room.name, rules), to: output.loops)
            case .audienceNumbers(let first):
                output.send(.audienceNumbers(room: room.name, first: first), to: output.loops)
            case .event, .offset, .answer, .notes, .inStep, .removed: break
            }
        }
    }
}
