/// One attempt of a client to log in.
package struct SSHLogin: Hashable, Sendable {
    package enum OfferedCredential: Hashable, Sendable {
        /// Nothing: the first attempt of most clients.
        case none
        /// A password, or the answer to the question for a token.
        case password(String)
        /// A public key, in base64. Without a proof the client only asks whether the key would do.
        case key(String, isProven: Bool)
    }

    package let user: String
    package let credential: OfferedCredential

    package init(user: String, credential: OfferedCredential) {
        self.user = user
        self.credential = credential
    }
}

/// The terminal that a client asked for.
package struct SSHTerminalRequest: Hashable, Sendable {
    package var type: String
    /// The size as the client gave it, which may be any number.
    package var columns: Int
    package var rows: Int
}

/// A happening in a session after the login.
package enum SSHEvent: Hashable, Sendable {
    /// The client asked for a shell: on a terminal, or without one.
    case shell(SSHTerminalRequest?)
    case resized(columns: Int, rows: Int)
    case bytes([UInt8])
    /// The client sends no more bytes.
    case endOfInput
    /// The client asked for something that a gate never does, such as a command.
    case refused(String)
}
