import ArgumentParser
import PagingEngine
import PagingRoom
import PagingServer

/// The rooms there are from the beginning: those asked for, and those remembered.
extension Serve {
    func openRooms(_ settings: ServeConfiguration) throws -> (plans: [RoomSpec], memory: RoomPersistence?) {
        let mayMake = settings.creation != .none
        guard !settings.list(.room).isEmpty || settings[.store] != nil || mayMake else {
            throw ValidationError("give at least one room, such as --room talk=Examples/decks/tour.md")
        }
        let memory = try ExitStatus.orEnd("riffle serve") { try settings[.store].map { try RoomPersistence(path: $0) } }
        let plans = try plans(settings).remembered(by: memory)
        guard !plans.isEmpty || mayMake else {
            throw ValidationError("the store remembers no room: give one with --room")
        }
        return (plans, memory)
    }

    /// The rooms asked for; a word that makes no sense ends with 64, a deck that does not parse with 65.
    private func plans(_ settings: ServeConfiguration) throws -> [RoomSpec] {
        var plans: [RoomSpec] = []
        let most = settings.integer(.rooms) ?? ServerSettings.standardRoomLimit
        guard settings.list(.room).count <= most else { throw ValidationError("--room: more than --max-rooms \(most)") }
        for room in settings.list(.room) {
            let parts = room.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, RoomSpec.isValid(name: parts[0]) else {
                throw ValidationError("--room \(room): NAME=SOURCE, the name of 1 to 64 of A-Z a-z 0-9 . _ -")
            }
            guard !plans.contains(where: { $0.name == parts[0] }) else {
                throw ValidationError("--room \(room): there is a room \(parts[0]) already")
            }
            let source = try source(parts[1], of: room)
            plans.append(
                RoomSpec(
                    name: parts[0], supplier: source.supplier, configuration: source.configuration,
                    policy: settings.policy))
        }
        return plans
    }

    private func source(_ words: String, of room: String) throws -> RoomSource {
        do {
            let source = try RoomSource(words)
            for warning in source.warnings { StandardStreams.say("riffle serve: \(warning)") }
            return source
        } catch {
            if error.isUsage { throw ValidationError("--room \(room): \(error)") }
            StandardStreams.say("riffle serve: \(error)")
            throw ExitStatus.unreadable
        }
    }
}

extension [RoomSpec] {
    /// These rooms and those remembered, each as it is remembered.
    fileprivate func remembered(by memory: RoomPersistence?) -> [RoomSpec] {
        guard let memory else { return self }
        let known = map { plan in
            var plan = plan
            plan.memory = memory.rooms[plan.name]
            return plan
        }
        let others = memory.rooms.filter { room in !contains { $0.name == room.key } }
        return known
            + others.sorted { $0.key < $1.key }.map { name, record in
                RoomSpec(
                    name: name, supplier: .numbers, configuration: Configuration(.threePage), memory: record,
                    isOnDemand: record.isOnDemand)
            }
    }
}
