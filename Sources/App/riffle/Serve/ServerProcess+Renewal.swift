import WebSocketLoop

/// What changes in a running server without a restart.
extension ServerProcess {
    /// Reads secrets and certificate anew, each for itself: what cannot be used is told in the log, and what was there
    /// before goes on. Connections that stand keep what they came with.
    func renew(_ files: CredentialFiles, log: ServerLogger) {
        if let path = files.secrets {
            do {
                if let keys = try files.readKeys() {
                    for warning in keys.warnings { log.warn(warning) }
                    tellLoops(.secrets(keys))
                    log.renewed("secrets", from: path)
                }
            } catch {
                log.notRenewed("secrets", from: path, error)
            }
        }
        guard let certificate = files.certificate else { return }
        do {
            guard let identity = try files.readIdentity() else { return }
            if let warning = identity.warning(about: certificate.certificate) { log.warn(warning) }
            tellLoops(.identity(identity))
            log.renewed("certificate", from: certificate.certificate)
        } catch {
            log.notRenewed("certificate", from: certificate.certificate, error)
        }
    }
}

extension TLSIdentity {
    private static let dayInSeconds: Int64 = 86_400

    /// What an operator should know of the certificate's end; nil while it is a week away.
    func warning(about path: String) -> String? {
        guard secondsLeft < 7 * Self.dayInSeconds else { return nil }
        guard secondsLeft > 0 else { return "\(path): the certificate has expired; clients will not accept it" }
        return "\(path): the certificate expires in \(secondsLeft / 3_600) hours"
    }
}
