import Metrics
import PagingEngine
import PagingRoom
import PagingWire

/// The home's side: the only place where a room is changed.
extension ServerCore {
    /// Runs `change` on a room of this loop and sends out what it says.
    mutating func with(
        _ name: String, at now: Instant, into effects: inout [ServerEffect],
        _ change: (inout Room, inout [RoomEffect]) -> Void
    ) {
        guard homes[name] != nil else { return }
        roomEffects.removeAll(keepingCapacity: true)
        change(&homes[name]!.room, &roomEffects)
        let said = roomEffects
        if homes[name]!.journal == nil {
            broadcast(said, of: name, into: &effects)
            answer(said, of: name, into: &effects)
        } else {
            keep(said, of: name, into: &effects)
        }
        tellInStep(said, of: name, into: &effects)
        dismiss(said, of: name, into: &effects)
        homes[name]?.noteEmptiness(at: now)
        schedule(name)
    }

    /// Encodes what the room said once and hands it to every loop with members.
    mutating func broadcast(_ said: [RoomEffect], of name: String, into effects: inout [ServerEffect]) {
        guard !said.isEmpty, let last = homes[name]?.ring.last else { return }
        var publication = Publication(first: last.next)
        publication.canWait = said.allSatisfy(\.isAboutPeople)
        for effect in said {
            switch effect {
            case .event(let event):
                let frame = encode(.event(event))
                homes[name]?.ring.append(frame)
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
        guard !publication.frames.isEmpty || publication.offset != nil, let members = homes[name]?.membersPerLoop
        else { return }
        for other in 0..<loops where members[other] > 0 {
            mail(.publish(room: name, publication), to: other, into: &effects)
        }
    }

    mutating func answer(_ said: [RoomEffect], of name: String, into effects: inout [ServerEffect]) {
        for effect in said {
            switch effect {
            case .answer(let member, let answer):
                tell([member], encode(.answer(answer)), in: name, into: &effects)
            case .notes(let notes, let presenters):
                tell(presenters, encode(.notes(notes)), in: name, into: &effects)
            case .event, .offset, .inStep, .removed: break
            }
        }
    }

    /// Sends `frame` to those of `members` that are connected, and to nobody else.
    mutating func tell(
        _ members: [MemberID], _ frame: Frame, in name: String, into effects: inout [ServerEffect]
    ) {
        for member in members {
            guard let address = homes[name]?.addresses[member] else { continue }
            mail(.reply(address.peer, frame), to: address.loop, into: &effects)
        }
    }

    /// Ends the connections of members that were shown out.
    private mutating func dismiss(_ said: [RoomEffect], of name: String, into effects: inout [ServerEffect]) {
        for case .removed(let member) in said {
            if let (entry, _) = homes[name]?.journal?.dropEntry(where: { $0.member == member }) {
                dismiss(entry.address, .removed, Barrier.removed.reason, into: &effects)
            }
            guard let address = homes[name]?.addresses[member] else { continue }
            _ = homes[name]?.disconnect(member, from: address)
            dismiss(address, .removed, Barrier.removed.reason, into: &effects)
        }
    }

    mutating func dismiss(
        _ address: Address, _ code: CloseCode, _ reason: String, into effects: inout [ServerEffect]
    ) {
        mail(.dismissed(address.peer, code, reason: reason), to: address.loop, into: &effects)
    }

    mutating func schedule(_ name: String) {
        guard let deadline = homes[name]?.nextDeadline(emptyMilliseconds: settings.emptyRoomMilliseconds) else {
            return
        }
        if let wakeAt = homes[name]?.wakeAt, wakeAt <= deadline { return }
        homes[name]?.wakeAt = deadline
        wakes.add(name, at: deadline)
        dropOverruledWakes()
    }

    /// A room whose next moment lies far ahead, such as the end of a lease, overrules it again and again in the
    /// meantime; what is left behind goes when it has come to be most of all.
    private mutating func dropOverruledWakes() {
        guard wakes.count > 4 * homes.count + 16 else { return }
        wakes = Wakes(homes.names.compactMap { name in homes[name]?.wakeAt.map { (name, $0) } })
    }

    /// Looks at the rooms that are due.
    mutating func wakeRooms(at now: Instant, into effects: inout [ServerEffect]) {
        while let (name, moment) = wakes.next(at: now) {
            guard homes[name]?.wakeAt == moment else { continue }
            homes[name]?.wakeAt = nil
            with(name, at: now, into: &effects) { $0.tick(at: now, into: &$1) }
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
        guard homes[name]?.addresses[member] == address, let room = homes[name]?.room else { return }
        let message: ServerMessage
        do {
            message = .pages(id, try room.pages(from: first, count: count, for: member))
            self.count(.pages, .accepted)
        } catch {
            message = .answer(.refused(id, error, room.sequence))
            self.count(.pages, InputLabel.Outcome(error.code))
        }
        if isHoldingBack(name) {
            homes[name]?.journal?.add(.reply(encode(message), address))
        } else {
            mail(.reply(address.peer, encode(message)), to: address.loop, into: &effects)
        }
    }
}
