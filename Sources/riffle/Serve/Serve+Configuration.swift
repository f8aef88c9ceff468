import ArgumentParser
import Foundation
import Tokens

/// What the flags, the environment and the file say together.
extension Serve {
    func configuration() throws -> ServeConfiguration {
        do {
            let file = try config.map { ServeConfiguration.File(name: $0, text: try TextFile.read($0)) }
            return try ServeConfiguration.resolve(
                flags: given, environment: ProcessInfo.processInfo.environment, file: file)
        } catch let error as ServeConfigurationErrors {
            throw ValidationError("\(error)")
        } catch let error as TextFile.Failure {
            throw ValidationError("--config \(error)")
        }
    }

    /// The flags that were really given, as words.
    private var given: ServeConfiguration.Words {
        let single: [ServeConfiguration.Option: String?] = [
            .listen: listen?.description, .policy: policy, .members: maxMembers.map(String.init),
            .secretFile: secretFile, .store: store, .loops: loops.map(String.init),
            .connections: maxConnections.map(String.init), .messageBytes: maxMessageBytes.map(String.init),
            .contentBytes: maxContentBytes.map(String.init), .inputRate: maxInputRate.map(String.init),
            .rooms: maxRooms.map(String.init), .outboxBytes: maxOutboxBytes.map(String.init),
            .outboxAge: maxOutboxAge?.description, .create: create, .keepEmpty: keepEmpty?.description,
            .drain: drain?.description, .logFormat: logFormat?.rawValue,
        ]
        var words: ServeConfiguration.Words = single.compactMapValues { $0.map { [$0] } }
        words[.room] = rooms
        words[.origin] = origin
        for (option, isGiven) in [(ServeConfiguration.Option.open, open), (.memory, memory), (.verbose, verbose)]
        where isGiven { words[option] = ["true"] }
        return words.filter { !$0.value.isEmpty }
    }

    func frontDoor(_ settings: ServeConfiguration) throws -> FrontDoor {
        var door = FrontDoor(origins: Set(settings.list(.origin)), isEchoing: conformance)
        door.connections = settings.integer(.connections) ?? door.connections
        guard let path = settings[.secretFile] else { return door }
        do {
            let keys = try Awaited.result { try await TokenKeys(path: path) }
            for warning in keys.warnings { StandardStreams.say("riffle serve: \(warning)") }
            door.keys = keys
        } catch {
            StandardStreams.say("riffle serve: \(error)")
            throw ExitStatus.unreadable
        }
        return door
    }
}
