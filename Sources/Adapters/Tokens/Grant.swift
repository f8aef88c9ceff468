package import PagingRoom

/// Rights of a token's bearer.
package struct Grant: Hashable, Sendable {
    /// Claim `room`.
    package var room: RoomPattern
    /// Claim `role`: the highest role of the bearer in the room.
    package var role: Role
    /// Claim `name`: the bearer's name, if the issuer has set one.
    package var name: String?
    /// Claim `create`: the bearer may create a room.
    package var mayCreate: Bool
    /// Claim `exp`: the token is valid before this time.
    package var expires: UnixTime
    /// Claim `iat`.
    package var issued: UnixTime?
    /// Claim `nbf`: the token is valid from this time on.
    package var notBefore: UnixTime?
    /// Claim `jti`: unique identifier of the token.
    package var id: String?

    package init(
        room: RoomPattern, role: Role, name: String? = nil, mayCreate: Bool = false, expires: UnixTime,
        issued: UnixTime? = nil, notBefore: UnixTime? = nil, id: String? = nil
    ) {
        self.room = room
        self.role = role
        self.name = name
        self.mayCreate = mayCreate
        self.expires = expires
        self.issued = issued
        self.notBefore = notBefore
        self.id = id
    }
}

/// Rooms of a token: one by name, or all whose names have a prefix (`talk-*`, or `*` for every room).
package struct RoomPattern: Hashable, Sendable, CustomStringConvertible {
    private let prefix: String
    private let isPrefix: Bool

    /// Fails for an empty text, and for a `*` in any place but the end.
    package init?(_ text: String) {
        isPrefix = text.hasSuffix("*")
        prefix = isPrefix ? String(text.dropLast()) : text
        guard !text.isEmpty, !prefix.contains("*") else { return nil }
    }

    /// Whether the pattern includes the room of this name. Names are compared byte by byte.
    package func includes(_ room: String) -> Bool {
        isPrefix ? room.utf8.starts(with: prefix.utf8) : room.utf8.elementsEqual(prefix.utf8)
    }

    package var description: String { prefix + (isPrefix ? "*" : "") }
}

/// Time in whole seconds since 1970-01-01 00:00 UTC, as in tokens.
package struct UnixTime: Hashable, Sendable, Comparable {
    package var seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }
}
