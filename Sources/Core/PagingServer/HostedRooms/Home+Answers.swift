import PagingEngine
import PagingRoom
import PagingWire

extension Home {
    /// Sends single members what is for them alone.
    func answer(_ effects: [RoomEffect], into output: inout LoopOutput) {
        for effect in effects {
            switch effect {
            case .answer(let member, let answer):
                guard let address = connections[member] else { continue }
                output.reply(output.encode(.answer(answer)), to: address, answers: answer.id)
            case .notes(let notes, let presenters): send(output.encode(.notes(notes)), to: presenters, into: &output)
            case .event, .offset, .inStep, .removed, .audienceRules, .audienceNumbers: break
            }
        }
    }

    /// Sends `frame` to those of `members` that are connected, and to nobody else.
    func send(_ frame: Frame, to members: [MemberID], into output: inout LoopOutput) {
        for member in members {
            if let address = connections[member] { output.reply(frame, to: address) }
        }
    }
}
