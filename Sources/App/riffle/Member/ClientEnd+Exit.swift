import ArgumentParser
import PagingClient
import PagingWire

extension ClientEnd {
    /// Whether a command that only follows the room ends with success.
    var isInOrder: Bool {
        switch self {
        case .left, .roomClosed(_, isAnnounced: true): true
        default: false
        }
    }

    /// The exit code of a command that wanted more of the room.
    var exitCode: ExitCode {
        switch self {
        case .left: .success
        case .refused(.version, _): ExitStatus.version
        case .refused, .closed, .roomClosed, .certificateRejected, .notFound: ExitStatus.refused
        case .unreachable: ExitStatus.unreachable
        case .incomprehensible: ExitStatus.version
        }
    }

    /// The error text for a person.
    var sentence: String {
        switch self {
        case .left: "left"
        case .refused(let code, let reason):
            "\(code.sentence) (\(code.rawValue)" + (reason.isEmpty ? ")" : ": \(reason))")
        case .roomClosed(let reason, isAnnounced: true) where !reason.isEmpty: reason
        case .roomClosed(let reason, _): ClientEnd.refused(.roomClosed, reason: reason).sentence
        case .closed(let code, let reason):
            "\(CloseCode.sentence(of: code))" + (reason.isEmpty ? "" : ": \(reason)")
        case .unreachable(let attempts, let reason):
            "could not connect: \(reason) (\(attempts == 1 ? "1 attempt" : "\(attempts) attempts"))"
        case .notFound(let reason): reason
        case .certificateRejected(let reason): "\(reason); name a private authority with --tls-ca FILE"
        case .incomprehensible(let reason): "cannot read the server's messages: \(reason)"
        }
    }
}
