import Metrics
import PagingEngine
import PagingRoom
import PagingWire
import Support

/// The home's side: the only place where a room is changed.
extension ServerCore {
    /// Runs `change` on a room of this loop and sends out what it says.
    mutating func with(
        _ name: String, at now: Instant, into effects: inout [ServerEffect],
        _ change: (inout Room, inout [RoomEffect]) -> Void
    ) {
        guard let place = homes.index(of: name) else { return }
        with(place, at: now, into: &effects, change)
    }

    mutating func with(
        _ place: Home.Index, at now: Instant, into effects: inout [ServerEffect],
        _ change: (inout Room, inout [RoomEffect]) -> Void
    ) {
        roomEffects.removeAll(keepingCapacity: true)
        change(&homes[place].room, &roomEffects)
        let said = roomEffects
        let news = homes[place].takeRecord()
        if homes[place].mayTell(said) {
            broadcast(said, of: place, into: &effects)
            answer(said, of: place, into: &effects)
        } else {
            homes[place].keep(said, encode: encode)
            tellSafe(place, into: &effects)
        }
        if let (number, record) = news {
            let isAwaited = isHoldingBack(place) || !record.arrivals.isEmpty
            effects.append(.journal(room: homes[place].room.name, number, record, isAwaited: isAwaited))
        }
        tellInStep(said, of: place, into: &effects)
        dismiss(said, of: place, into: &effects)
        homes[place].noteEmptiness(at: now)
        schedule(place)
    }

    /// Encodes what the room said once and hands it to every loop with members.
    mutating func broadcast(
        _ said: [RoomEffect], of place: Home.Index, into effects: inout [ServerEffect]
    ) {
        guard !said.isEmpty else { return }
        var publication = Publication(first: homes[place].ring.last.next)
        publication.canWait = said.allSatisfy(\.isAboutPeople)
        for effect in said {
            switch effect {
            case .event(let event):
                let frame = encode(.event(event))
                homes[place].ring.append(frame)
                count(event)
                publication.frames.append(frame)
            case .offset(let offset, let audience):
                var newest = EncodedOffset(
                    frame: encode(.offset(offset)), sequence: offset.sequence, audience: audience,
                    isInHand: offset.by != nil)
                if let older = publication.offset, older.sequence == newest.sequence || newest.isInHand {
                    newest.audience = audience.joined(with: older.audience)
                }
                publication.offset = newest
            case .answer, .notes, .inStep, .removed: break
            }
        }
        guard !publication.frames.isEmpty || publication.offset != nil else { return }
        for other in 0..<loops where homes[place].membersPerLoop[other] > 0 {
            mail(.publish(room: homes[place].room.name, publication), to: other, into: &effects)
        }
    }

    private mutating func answer(
        _ said: [RoomEffect], of place: Home.Index, into effects: inout [ServerEffect]
    ) {
        for effect in said {
            switch effect {
            case .answer(let member, let answer):
                tell([member], encode(.answer(answer)), in: place, into: &effects)
            case .notes(let notes, let presenters):
                tell(presenters, encode(.notes(notes)), in: place, into: &effects)
            case .event, .offset, .inStep, .removed: break
            }
        }
    }

    /// Sends `frame` to those of `members` that are connected, and to nobody else.
    mutating func tell(
        _ members: [MemberID], _ frame: Frame, in place: Home.Index, into effects: inout [ServerEffect]
    ) {
        for member in members {
            guard let address = homes[place].addresses[member] else { continue }
            mail(.reply(address.peer, frame), to: address.loop, into: &effects)
        }
    }

    /// Ends the connections of members that were shown out.
    private mutating func dismiss(
        _ said: [RoomEffect], of place: Home.Index, into effects: inout [ServerEffect]
    ) {
        for case .removed(let member) in said {
            if let (entry, _) = homes[place].journal?.dropEntry(where: { $0.member == member }) {
                dismiss(entry.address, .removed, JoinDenial.removed.reason, into: &effects)
            }
            guard let address = homes[place].addresses[member] else { continue }
            _ = homes[place].disconnect(member, from: address)
            dismiss(address, .removed, JoinDenial.removed.reason, into: &effects)
        }
    }

    mutating func dismiss(
        _ address: Address, _ code: CloseCode, _ reason: String, into effects: inout [ServerEffect]
    ) {
        mail(.dismissed(address.peer, code, reason: reason), to: address.loop, into: &effects)
    }

    mutating func schedule(_ place: Home.Index) {
        guard let deadline = homes[place].nextDeadline(emptyMilliseconds: settings.emptyRoomMilliseconds) else {
            return
        }
        if let wakeAt = homes[place].wakeAt, wakeAt <= deadline { return }
        homes[place].wakeAt = deadline
        wakes.add(homes[place].room.name, at: deadline)
        dropOverruledWakes()
    }

    /// A room whose next moment lies far ahead, such as the end of a lease, overrules it again and again in the
    /// meantime; what is left behind goes when it has come to be most of all.
    private mutating func dropOverruledWakes() {
        guard wakes.count > 4 * homes.count + 16 else { return }
        wakes = TimerQueue(homes.keys.compactMap { name in homes[name]?.wakeAt.map { (name, $0) } })
    }

    /// Looks at the rooms that are due.
    mutating func wakeRooms(at now: Instant, into effects: inout [ServerEffect]) {
        while let (name, moment) = wakes.popDue(at: now) {
            guard let place = homes.index(of: name), homes[place].wakeAt == moment else { continue }
            homes[place].wakeAt = nil
            with(place, at: now, into: &effects) { $0.tick(at: now, into: &$1) }
            closeIfEmpty(name, at: now, into: &effects)
        }
    }

    mutating func leave(
        _ name: String, _ member: MemberID, _ address: Address, politely: Bool, at now: Instant,
        into effects: inout [ServerEffect]
    ) {
        guard homes[name]?.disconnect(member, from: address) == true else { return }
        with(name, at: now, into: &effects) { room, said in
            if politely {
                room.leave(member, at: now, into: &said)
            } else {
                room.disconnect(member, at: now, into: &said)
            }
        }
        effects.append(.log(.left(address, room: name, member: member.number)))
    }

    mutating func answerPages(
        _ name: String, _ member: MemberID, _ address: Address, _ id: RequestID, from first: PageIndex, count: Int,
        into effects: inout [ServerEffect]
    ) {
        guard let place = homes.index(of: name), homes[place].addresses[member] == address else { return }
        let room = homes[place].room
        let message: ServerMessage
        do {
            message = .pages(id, try room.pages(from: first, count: count, for: member))
            self.count(.pages, .accepted)
        } catch {
            message = .answer(.refused(id, error, room.sequence))
            self.count(.pages, InputLabel.Outcome(error.code))
        }
        if isHoldingBack(place) {
            homes[place].journal?.add(.reply(encode(message), address))
        } else {
            mail(.reply(address.peer, encode(message)), to: address.loop, into: &effects)
        }
    }
}
