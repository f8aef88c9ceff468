import ArgumentParser

/// The listener for operators.
extension Serve {
    private func address(_ settings: ServeConfiguration) -> ListenAddress? {
        settings[.admin].flatMap { ListenAddress(portOrAddress: $0) }
    }

    /// Nothing is shown to other machines by accident.
    func checkAdmin(_ settings: ServeConfiguration) throws {
        guard let address = address(settings), !address.isLoopback, !settings.isOn(.adminOpen) else { return }
        throw ValidationError(
            "--admin \(address) can be reached from other machines and asks nobody who they are: "
                + "give --admin-open to let everybody read the rooms' names and all counts")
    }

    func openAdmin(
        _ settings: ServeConfiguration, _ server: ServerProcess, _ log: ServerLogger
    ) throws -> AdminListener? {
        guard let address = address(settings) else { return nil }
        do {
            let admin = try AdminListener(listen: address, loops: server.mailboxes, turnstile: server.turnstile)
            log.watched(at: "http://\(admin.address)")
            return admin
        } catch {
            StandardStreams.say("riffle serve: --admin: \(error)")
            try? server.stop(drainMilliseconds: 0)
            throw ExitStatus.failure
        }
    }
}
