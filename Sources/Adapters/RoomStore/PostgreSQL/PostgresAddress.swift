import CPostgres

/// Address of a PostgreSQL database, from a `postgres://` URL. No text of it contains the password.
package struct PostgresAddress: Hashable, Sendable {
    /// The URL without user, password and options, for messages.
    let name: String
    /// Settings of the connection by libpq's keywords, with those that a store needs.
    private(set) var settings: [String: String]

    /// Settings that a URL may replace. A connection that takes nothing for three seconds is lost, and made again: TCP itself would
    /// try again after pauses that double, and so be late when a network that was cut off for long is back.
    private static let standard = [
        "application_name": "riffle", "connect_timeout": "2", "tcp_user_timeout": "3000", "keepalives_idle": "5",
        "keepalives_interval": "2", "keepalives_count": "3", "target_session_attrs": "read-write",
    ]

    static func isURL(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    init(url: String) throws(RoomStoreError) {
        // libpq's own message could quote the password.
        guard let options = PQconninfoParse(url, nil) else {
            throw .cannotOpen(
                path: "postgres://…",
                detail: "expected postgres://USER@HOST:PORT/DATABASE, got a URL that libpq cannot read; "
                    + "write special characters as %XX")
        }
        defer { PQconninfoFree(options) }
        var settings = Self.standard
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        settings["client_encoding"] = "UTF8"
        self.settings = settings
        let hosts = settings["host"] ?? settings["hostaddr"] ?? ""
        let port = settings["port"].map { ":\($0)" } ?? ""
        name = "postgres://\(hosts)\(port)/\(settings["dbname"] ?? "")"
    }

    /// The same address; a standby will do, too.
    var forReading: PostgresAddress {
        var address = self
        address.settings["target_session_attrs"] = "any"
        return address
    }

    /// `text` without the password.
    func redacted(_ text: String) -> String {
        guard let password = settings["password"], !password.isEmpty else { return text }
        return text.split(separator: password, omittingEmptySubsequences: false).joined(separator: "***")
    }
}
