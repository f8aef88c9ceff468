import SSHGate
import SSHTransport

/// Decides the login of one SSH connection, and remembers how it joins.
final class GateLoginCheck {
    /// Failures of one connection, beyond which every further attempt fails.
    private static let mostFailures = 10

    private let keys: AuthorizedKeys
    /// Whether the address may try no tokens for now.
    private let isBlocked: () -> Bool
    private var failures = 0
    private(set) var hasBegun = false
    /// The membership of the login that succeeded.
    private(set) var membership: GateMembership?

    init(keys: AuthorizedKeys, isBlocked: @escaping () -> Bool) {
        self.keys = keys
        self.isBlocked = isBlocked
    }

    /// Whether no further attempt can succeed.
    var isOver: Bool { failures >= Self.mostFailures }

    func decide(_ attempt: SSHLogin) -> Bool {
        hasBegun = true
        guard !isOver, let login = GateLogin(user: attempt.user), !attempt.credential.isToken || !isBlocked(),
            let membership = GateMembership(login, attempt.credential.proof, keys)
        else {
            // The first attempt of most clients has no proof and is no guess.
            if attempt.credential != .none { failures += 1 }
            return false
        }
        if case .key(_, isProven: false) = attempt.credential { return true }
        self.membership = membership
        return true
    }
}

extension SSHLogin.OfferedCredential {
    fileprivate var isToken: Bool {
        if case .password = self { true } else { false }
    }

    fileprivate var proof: GateProof {
        switch self {
        case .none: .none
        case .password(let text): .token(text)
        case .key(let key, _): .key(key)
        }
    }
}
