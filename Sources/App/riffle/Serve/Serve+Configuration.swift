import ArgumentParser
import Foundation
import WebSocketLoop

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
            .listen: listen?.description, .admin: admin, .policy: policy, .members: maxMembers.map(String.init),
            .secretFile: secretFile, .certificateFile: certificate.tlsCert, .keyFile: certificate.tlsKey, .store: store,
            .loops: loops.map(String.init), .connections: maxConnections.map(String.init),
            .connectionsPerAddress: maxConnectionsPerAddress.map(String.init),
            .connectionRate: maxConnectionRate.map(String.init), .handshakes: maxHandshakes.map(String.init),
            .messageBytes: maxMessageBytes.map(String.init),
            .contentBytes: maxContentBytes.map(String.init), .inputRate: maxInputRate.map(String.init),
            .rooms: maxRooms.map(String.init), .outboxBytes: maxOutboxBytes.map(String.init),
            .outboxAge: maxOutboxAge?.description, .create: create, .keepEmpty: keepEmpty?.description,
            .drain: drain?.description, .logFormat: logFormat?.rawValue,
        ]
        var words: ServeConfiguration.Words = single.compactMapValues { $0.map { [$0] } }
        words[.room] = rooms
        words[.origin] = origin
        for (option, isGiven) in [
            (ServeConfiguration.Option.open, open), (.memory, memory), (.verbose, verbose), (.adminOpen, adminOpen),
        ]
        where isGiven { words[option] = ["true"] }
        return words.filter { !$0.value.isEmpty }
    }

    func doorFiles(_ settings: ServeConfiguration) throws -> CredentialFiles {
        CredentialFiles(
            secrets: settings[.secretFile],
            certificate: try CertificateFiles(certificate: settings[.certificateFile], key: settings[.keyFile]))
    }

    func frontDoor(_ settings: ServeConfiguration, _ files: CredentialFiles, isLoopback: Bool) throws -> AccessPolicy {
        var door = AccessPolicy(origins: Set(settings.list(.origin)), isEchoing: conformance)
        door.limits = turnstileLimits(settings, isLoopback: isLoopback)
        (door.keys, door.identity) = try ExitStatus.orEnd("riffle serve", with: ExitStatus.unreadable) {
            (try files.readKeys(), try files.readIdentity())
        }
        for warning in door.keys?.warnings ?? [] { StandardStreams.say("riffle serve: \(warning)") }
        if let path = files.certificate?.certificate, let warning = door.identity?.warning(about: path) {
            StandardStreams.say("riffle serve: \(warning)")
        }
        return door
    }

    /// Nobody comes in from outside by accident, and nobody is promised what cannot be.
    func checkDoor(_ settings: ServeConfiguration, _ door: AccessPolicy, _ listen: ListenAddress) throws {
        guard listen.isLoopback || door.keys != nil || settings.isOn(.open) else {
            throw ValidationError(
                "\(listen) can be reached from other machines: give --secret-file, or --open to let everybody in")
        }
        guard settings.creation != .token || door.keys != nil else {
            throw ValidationError("--create token: nobody has a token without --secret-file")
        }
    }

    private func turnstileLimits(_ settings: ServeConfiguration, isLoopback: Bool) -> ConnectionLimiter.Limits {
        var limits = AccessPolicy.limits(isLoopback: isLoopback)
        limits.connections = settings.integer(.connections) ?? limits.connections
        limits.connectionsPerAddress = settings.integer(.connectionsPerAddress) ?? limits.connectionsPerAddress
        limits.connectionsPerSecond = settings.integer(.connectionRate) ?? limits.connectionsPerSecond
        limits.handshakes = settings.integer(.handshakes) ?? limits.handshakes
        return limits
    }
}
