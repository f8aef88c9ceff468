import PagingClient
import PagingEngine
import PagingRoom
import PagingWire

/// The members and the shell around each.
extension World {
    mutating func hand(_ member: Int, _ event: ClientEvent) {
        var effects: [ClientEffect] = []
        actors[member].core.handle(event, at: actors[member].now(milliseconds), into: &effects)
        for effect in effects { run(effect, member) }
    }

    mutating func ask(_ member: Int, _ request: Request) {
        var effects: [ClientEffect] = []
        if let id = actors[member].core.request(request, into: &effects) { actors[member].waiting.insert(id) }
        for case .send(.request(let id?, _, let grant?)) in effects { actors[member].grants[id] = grant }
        for effect in effects { run(effect, member) }
    }

    private mutating func run(_ effect: ClientEffect, _ member: Int) {
        switch effect {
        case .connect: connect(member)
        case .send(let message): actors[member].line.map { sendUp($0, .objects([message])) }
        case .close:
            actors[member].line.map { sendUp($0, .closed(code: 1000)) }
            actors[member].line = nil
        case .drop:
            actors[member].line.map { cut($0, clientHears: false) }
            actors[member].line = nil
        case .happened(let event):
            if let heard = actors[member].heard, event.sequence != heard.next {
                complain("member \(member): event \(event.sequence.number) after \(heard.number)")
            }
            actors[member].heard = event.sequence
            compare(event, member)
        case .replaced: actors[member].heard = actors[member].core.replica?.sequence
        case .joined:
            actors[member].drag = nil
            actors[member].grants = [:]
        case .notes where actors[member].role != .presenter: complain("member \(member) is sent notes")
        case .answered(let id, _), .unanswered(let id):
            note(effect, member, under: actors[member].grants.removeValue(forKey: id))
            if actors[member].waiting.remove(id) == nil {
                complain("member \(member): request \(id.number) answered twice or never asked")
            }
        case .waiting(_, let reason) where reason.hasSuffix("came too early"):
            complain("member \(member): \(reason)")
        case .ended(let end) where end != .left: complain("member \(member) ended: \(end)")
        case .moved, .pages, .notes, .notice, .waiting, .ended: break
        }
    }

    private mutating func note(_ effect: ClientEffect, _ member: Int, under grant: Grant?) {
        guard case .answered(_, .accepted(_, let sequence)) = effect, let grant else { return }
        guard let number = actors[member].core.welcome?.member else { return }
        obeyed.append((number, grant, sequence))
    }

    /// What a member hears under a number is what the room said under it.
    private mutating func compare(_ event: Event, _ member: Int) {
        listen()
        let place = Int(event.sequence.number) - 1
        guard said.indices.contains(place), said[place] == event else {
            return complain("member \(member): event \(event.sequence.number) is not what the room said")
        }
    }

    /// Takes note of what the room has said since.
    mutating func listen() {
        let messages = table.messages(from: rowsHeard)
        rowsHeard += messages.count
        for case .event(let event) in messages { said.append(event) }
    }
}
