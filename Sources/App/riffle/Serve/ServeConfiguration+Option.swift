import PagingRoom
import PagingServer

extension ServeConfiguration {
    /// The options of `serve` that a file and the environment may name too; the names are those of the flags.
    enum Option: String, Hashable, Sendable, CaseIterable {
        case listen, open, origin
        case admin
        case adminOpen = "admin-open"
        case room, policy, create
        case keepEmpty = "keep-empty"
        case store, memory
        case loops
        case secretFile = "secret-file"
        case certificateFile = "tls-cert"
        case keyFile = "tls-key"
        case drain
        case logFormat = "log-format"
        case verbose
        case connections = "max-connections"
        case connectionsPerAddress = "max-connections-per-address"
        case connectionRate = "max-connection-rate"
        case handshakes = "max-handshakes"
        case members = "max-members"
        case messageBytes = "max-message-bytes"
        case contentBytes = "max-content-bytes"
        case inputRate = "max-input-rate"
        case rooms = "max-rooms"
        case outboxBytes = "max-outbox-bytes"
        case outboxAge = "max-outbox-age"
    }

    /// What kind of words an option takes.
    enum Kind: Hashable {
        /// A name or a path.
        case text
        /// `true` or `false`.
        case flag
        case integer(ClosedRange<Int>)
        case choice([String])
        /// HOST:PORT.
        case address
        /// PORT of this machine, or HOST:PORT.
        case port
        /// A number with `ms`, `s` or `m`.
        case duration
    }
}

extension ServeConfiguration.Option {
    var kind: ServeConfiguration.Kind {
        switch self {
        case .room, .origin, .store, .secretFile, .certificateFile, .keyFile: .text
        case .memory, .open, .verbose, .adminOpen: .flag
        case .listen: .address
        case .admin: .port
        case .drain, .keepEmpty, .outboxAge: .duration
        case .create: .choice(RoomCreationPolicy.allCases.map(\.rawValue))
        case .loops: .integer(1...64)
        case .logFormat: .choice(LogFormat.allCases.map(\.rawValue))
        case .policy: .choice(Policy.allCases.map(\.rawValue))
        case .connections, .inputRate, .rooms: .integer(1...10_000_000)
        case .connectionsPerAddress, .connectionRate, .handshakes: .integer(0...10_000_000)
        case .members: .integer(1...10_000)
        case .messageBytes, .contentBytes, .outboxBytes: .integer(256...1 << 30)
        }
    }

    /// Whether it may be given several times, in a file as a list, in the environment with commas between.
    var isRepeated: Bool { self == .room || self == .origin }

    /// The option that says the opposite.
    var rival: ServeConfiguration.Option? {
        switch self {
        case .store: .memory
        case .memory: .store
        default: nil
        }
    }

    /// Its name in the environment: `secret-file` is `RIFFLE_SECRET_FILE`.
    var variable: String { "RIFFLE_" + rawValue.uppercased().replacing("-", with: "_") }

    /// What is wrong with a word for this option, nil when nothing is.
    func problem(with word: String) -> String? {
        guard !word.isEmpty else { return "a value is missing" }
        switch kind {
        case .text: return nil
        case .flag: return ["true", "false"].contains(word) ? nil : "`\(word)` is neither true nor false"
        case .integer(let range):
            guard let number = Int(word), range.contains(number) else {
                return "`\(word)` is no number between \(range.lowerBound) and \(range.upperBound)"
            }
            return nil
        case .choice(let words):
            return words.contains(word) ? nil : "`\(word)` is none of \(words.joined(separator: ", "))"
        case .address:
            return ListenAddress(argument: word) == nil ? "`\(word)` is no HOST:PORT such as 127.0.0.1:7420" : nil
        case .port:
            return ListenAddress(portOrAddress: word) == nil ? "`\(word)` is no PORT or HOST:PORT such as 7421" : nil
        case .duration:
            return Milliseconds(argument: word) == nil ? "`\(word)` is no time such as 500ms or 30s" : nil
        }
    }

    /// The words an unfitting one may have been meant for.
    var choices: [String] {
        switch kind {
        case .choice(let words): words
        case .flag: ["true", "false"]
        default: []
        }
    }
}
