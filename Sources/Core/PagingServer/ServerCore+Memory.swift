import Metrics
import PagingEngine
package import PagingRoom
import PagingWire

/// Rooms with a memory: what is said of what they keep waits until it is safe.
extension ServerCore {
    /// Tells what waits, as far as it depends on nothing that is not safe.
    mutating func tellSafe(_ place: Home.Index, into effects: inout [ServerEffect]) {
        var said: [RoomEffect] = []
        for due in homes[place].journal?.take() ?? [] {
            if case .said(let effect) = due {
                said.append(effect)
                continue
            }
            broadcast(said, of: place, into: &effects)
            said.removeAll(keepingCapacity: true)
            switch due {
            case .said: break
            case .reply(let frame, let address):
                mail(.reply(address.peer, frame), to: address.loop, into: &effects)
            case .entry(let entry): admit(entry, to: homes[place].room.name, into: &effects)
            case .reset(let address, let snapshot):
                let reset = LoopMessage.reset(address.peer, encode(.snapshot(snapshot)), snapshot.replica.sequence)
                mail(reset, to: address.loop, into: &effects)
            }
        }
        broadcast(said, of: place, into: &effects)
    }

    /// Notes that these records are safe where nothing waits for them, and returns the others.
    package mutating func secureQuietly(_ positions: [String: RecordNumber]) -> [String: RecordNumber] {
        positions.filter { name, number in
            guard let place = homes.index(of: name), homes[place].journal?.count == 0 else { return true }
            homes[place].journal?.secure(number)
            return false
        }
    }

    /// These records are safe: tells what waited for them, and lets those in whose own they are.
    mutating func secure(
        _ positions: [String: RecordNumber], at now: Instant, into effects: inout [ServerEffect]
    ) {
        for (name, number) in positions.sorted(by: { $0.key < $1.key }) {
            guard let place = homes.index(of: name) else { continue }
            homes[place].journal?.secure(number)
            guard homes[place].journal?.count != 0 else { continue }
            tellSafe(place, into: &effects)
            let entries = homes[place].journal?.takeEntries() ?? []
            guard !entries.isEmpty else { continue }
            with(name, at: now, into: &effects) { $0.tick(at: now, into: &$1) }
            for entry in entries { seat(entry, in: name, at: now, into: &effects) }
        }
    }

    /// Whether something is due that has to wait, so that what is asked now has to wait behind it.
    func isHoldingBack(_ place: Home.Index) -> Bool { homes[place].journal?.isEmpty == false }

    /// Refuses a request where too much waits for the memory; the room is untouched. False: it may be done.
    mutating func refusesForMemory(
        _ place: Home.Index, _ request: Request, _ id: RequestID?, _ address: Address,
        into effects: inout [ServerEffect]
    ) -> Bool {
        guard homes[place].journal?.isFull == true else { return false }
        count(InputLabel.Kind(request), .rate)
        if let id {
            let refusal = Refusal(.rate, "the server's disk does not keep up")
            let frame = encode(.answer(.refused(id, refusal, homes[place].ring.last)))
            mail(.reply(address.peer, frame), to: address.loop, into: &effects)
        }
        return true
    }

    /// Tells everybody here who is in a room, or on the way into one, that the memory does not take anything at present, or does again.
    mutating func setStoreTrouble(_ trouble: String?, into effects: inout [ServerEffect]) {
        guard trouble != storeTrouble else { return }
        storeTrouble = trouble
        if loop == 0 { effects.append(.log(.memory(trouble: trouble))) }
        let frame = encode(.notice(storeNotice))
        for peer in peers.keys where peers[peer]?.isWaiting == false {
            reply(frame, to: peer, into: &effects)
        }
    }

    /// How the memory is, in a sentence.
    var storeNotice: Notice {
        guard let storeTrouble else { return Notice(level: .info, text: "the server can save again; nothing was lost") }
        return Notice(level: .warning, text: "what happens waits to be saved: \(storeTrouble)")
    }
}
