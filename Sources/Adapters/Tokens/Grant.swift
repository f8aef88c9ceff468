package import PagingRoom

/// What a token allows its bearer.
package struct Grant: Hashable, Sendable {
    /// Claim `room`.
    package var room: RoomPattern
    /// Claim `role`: what the bearer may be in the room.
    package var role: Role
    /// Claim `name`: the name the bearer goes by, where the issuer fixed it.
    package var name: String?
    /// Claim `create`: may open a room that does not exist yet.
    package var mayCreate: Bool
    /// Claim `exp`: from then on the token is worth nothing.
    package var expires: UnixTime
    /// Claim `iat`.
    package var issued: UnixTime?
    /// Claim `nbf`: before then the token is worth nothing.
    package var notBefore: UnixTime?
    /// Claim `jti`: tells this token from every other.
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

/// The rooms a token is for: one by name, or all whose names begin alike (`talk-*`, or `*` for every room).
package struct RoomPattern: Hashable, Sendable, CustomStringConvertible {
    private let prefix: String
    private let isPrefix: Bool

    /// `nil` for an empty text, or one with a `*` anywhere but at its end.
    package init?(_ text: String) {
        isPrefix = text.hasSuffix("*")
        prefix = isPrefix ? String(text.dropLast()) : text
        guard !text.isEmpty, !prefix.contains("*") else { return nil }
    }

    /// Whether the room of that name is one of them. Names are compared byte by byte.
    package func includes(_ room: String) -> Bool {
        isPrefix ? room.utf8.starts(with: prefix.utf8) : room.utf8.elementsEqual(prefix.utf8)
    }

    package var description: String { prefix + (isPrefix ? "*" : "") }
}

/// Whole seconds since 1970-01-01 00:00 UTC, as tokens count time.
package struct UnixTime: Hashable, Sendable, Comparable {
    package var seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }
}
