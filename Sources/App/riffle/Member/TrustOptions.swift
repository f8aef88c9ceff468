import ArgumentParser
import WebSocketLoop

/// The trusted authorities, for every command that connects.
struct TrustOptions: ParsableArguments {
    @Option(help: "A PEM file with the authorities to trust for wss://, instead of the system's.")
    var tlsCa: String?

    func authorities() throws -> TLSAuthorities? {
        do {
            return try tlsCa.map { path throws(TLSError) in try TLSAuthorities(file: path) }
        } catch {
            throw ValidationError("--tls-ca \(error)")
        }
    }
}
