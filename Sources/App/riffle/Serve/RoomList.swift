import ArgumentParser
import PagingEngine
import PagingRoom
import PagingServer

/// The rooms that exist from the start: those of `--room` and those of the store.
enum RoomList {
    /// Opens the store of one server, too. In a cluster the rooms are only those of `--room`: nodes claim the others.
    static func open(_ settings: ServeSettings) throws -> (rooms: [RoomSpec], persistence: RoomPersistence?) {
        guard settings.cluster == nil else { return (try given(settings), nil) }
        let canCreate = settings.server.creation != .none
        guard !settings.rooms.isEmpty || settings.store != nil || canCreate else {
            throw ValidationError("--room: expected at least one room, such as --room talk=Examples/decks/tour.md")
        }
        let persistence = try ExitStatus.orEnd("riffle serve") {
            try settings.store.map { try RoomPersistence(path: $0) }
        }
        let rooms = merge(try given(settings), with: persistence)
        guard !rooms.isEmpty || canCreate else {
            throw ValidationError("--store: there is no room in the store; give one with --room")
        }
        return (rooms, persistence)
    }

    /// The rooms of `--room`. A word that makes no sense ends with 64, a deck that does not parse with 65.
    private static func given(_ settings: ServeSettings) throws -> [RoomSpec] {
        let most = settings.server.roomLimit
        guard settings.rooms.count <= most else {
            throw ValidationError("--room: expected at most --max-rooms \(most) rooms, got \(settings.rooms.count)")
        }
        let loader = DeckLoader(DeckLoader.LoaderSettings(drawsDiagrams: !settings.hasNoPrograms))
        var rooms: [RoomSpec] = []
        for room in settings.rooms {
            let parts = room.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, RoomSpec.isValid(name: parts[0]) else {
                throw ValidationError(
                    "--room \(room): expected NAME=SOURCE, with a name of 1 to 64 of A-Z a-z 0-9 . _ -")
            }
            guard !rooms.contains(where: { $0.name == parts[0] }) else {
                throw ValidationError("--room \(room): the room \(parts[0]) is given twice")
            }
            let source = try source(parts[1], of: room, loader, assetLimit: settings.server.assetBytes)
            var spec = RoomSpec(
                name: parts[0], supplier: source.supplier, configuration: source.configuration,
                policy: settings.server.policy)
            spec.assets = source.assets
            rooms.append(spec)
        }
        return rooms
    }

    private static func source(
        _ words: String, of room: String, _ loader: DeckLoader, assetLimit: Int
    ) throws -> RoomSource {
        do {
            let source = try RoomSource(words, loader: loader, assetLimit: assetLimit)
            for warning in source.warnings { StandardStreams.printError("riffle serve: \(warning)") }
            return source
        } catch {
            if error.isUsage { throw ValidationError("--room \(room): \(error)") }
            StandardStreams.printError("riffle serve: \(error)")
            throw ExitStatus.unreadable
        }
    }

    /// The given rooms and those of the store, with their stored state.
    private static func merge(_ given: [RoomSpec], with persistence: RoomPersistence?) -> [RoomSpec] {
        guard let persistence else { return given }
        let damages = Dictionary(uniqueKeysWithValues: persistence.damaged.map { ($0.name, $0.summary) })
        let known = given.map { room in
            var room = room
            room.persisted = persistence.rooms[room.name]
            room.damage = damages[room.name]
            return room
        }
        let damaged = damages.filter { stored in !given.contains { $0.name == stored.key } }
            .sorted { $0.key < $1.key }.map { name, damage in
                RoomSpec(
                    name: name, supplier: .numbers, configuration: Configuration(.threePage), damage: damage)
            }
        let others = persistence.rooms.filter { stored in !given.contains { $0.name == stored.key } }
        return known + damaged
            + others.sorted { $0.key < $1.key }.map { name, record in
                RoomSpec(
                    name: name, supplier: .numbers, configuration: Configuration(.threePage), persisted: record,
                    isOnDemand: record.isOnDemand)
            }
    }
}
