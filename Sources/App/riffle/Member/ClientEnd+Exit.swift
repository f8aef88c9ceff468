import ArgumentParser
import PagingClient
import PagingWire

extension ClientEnd {
    /// What it means for a script.
    var exitCode: ExitCode {
        switch self {
        case .left: .success
        case .refused(.version, _): ExitStatus.version
        case .refused, .distrusted: ExitStatus.refused
        case .unreachable: ExitStatus.unreachable
        case .incomprehensible: ExitStatus.version
        }
    }

    /// What it means for a person.
    var sentence: String {
        switch self {
        case .left: "left"
        case .refused(let code, let reason):
            "\(code.sentence) (\(code.rawValue)" + (reason.isEmpty ? ")" : ": \(reason))")
        case .unreachable(let attempts, let reason): "no server after \(attempts) attempts: \(reason)"
        case .distrusted(let reason): "\(reason); a private authority is named with --tls-ca FILE"
        case .incomprehensible(let reason): "the server speaks something else: \(reason)"
        }
    }
}
