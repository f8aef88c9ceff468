import PagingEngine
import PagingServer
import PagingWire

/// The loops and the shell around each.
extension World {
    mutating func serve(_ loop: Int, _ event: ServerEvent) {
        serverEffects.removeAll(keepingCapacity: true)
        cores[loop].handle(event, at: Instant(milliseconds: milliseconds), into: &serverEffects)
        let due = serverEffects
        var choked: [PeerID] = []
        var served: Set<PeerID> = []
        for effect in due {
            switch effect {
            case .send(let bytes, let peers):
                for peer in peers {
                    if !served.insert(peer).inserted { complain("line \(peer.number): two messages from one event") }
                    if deliver(bytes, to: peer) { choked.append(peer) }
                }
            case .authorize: complain("a token was looked at in an open world")
            case .ping(let peer): sendDown(Int(peer.number), .pong)
            case .close(let peer, let code, _): close(peer, code)
            case .mail(let mail, let other): carry(mail, from: loop, to: other)
            case .journal, .forget: preconditionFailure("the rooms of this world have no memory")
            case .admitted, .log: break
            }
        }
        for peer in choked { serve(loop, .choked(peer)) }
    }

    /// Puts a message on its line and says whether the line took it only in part.
    private mutating func deliver(_ bytes: [UInt8], to peer: PeerID) -> Bool {
        let line = Int(peer.number)
        if lines[line].isChoked { complain("line \(line): sent to although it is choked") }
        if lines[line].serverKnows { complain("line \(line): sent to although it is closed") }
        let chokes = isBusy && !lines[line].isChoked && lines[line].random.chance(3)
        if chokes {
            let moment = milliseconds + lines[line].random.within(10...4_000)
            lines[line].drainsAt = moment
            lines[line].isChoked = true
            schedule.add(Happening(at: moment, owner: World.owner(ofLine: line), kind: .drained(line: line)))
        }
        sendDown(line, .bytes(bytes))
        return chokes
    }

    private mutating func close(_ peer: PeerID, _ code: CloseCode) {
        let line = Int(peer.number)
        sendDown(line, .closed(code: code.rawValue))
        sendUp(line, .closed(code: code.rawValue))
    }
}
