import PagingRoom
import PagingServer
import PagingWire

/// What was said, as the server without sockets takes it. What nobody said anything of stays as it is.
extension ServeConfiguration {
    var limits: Limits {
        var limits = Limits()
        limits.messageBytes = integer(.messageBytes) ?? limits.messageBytes
        limits.contentBytes = integer(.contentBytes) ?? limits.contentBytes
        limits.objectsPerSecond = integer(.inputRate) ?? limits.objectsPerSecond
        return limits
    }

    /// Whether a join to an unknown room makes it.
    var creation: RoomCreationPolicy { self[.create].flatMap(RoomCreationPolicy.init(rawValue:)) ?? .none }

    /// Who moves the pager until a presenter decides otherwise.
    var policy: Policy { self[.policy].flatMap(Policy.init(rawValue:)) ?? .open }

    func apply(to settings: inout ServerSettings) {
        settings.limits = limits
        settings.creation = creation
        settings.policy = policy
        settings.roomCapacity = integer(.members) ?? settings.roomCapacity
        settings.roomLimit = integer(.rooms) ?? settings.roomLimit
        settings.answerBytes = integer(.outboxBytes) ?? settings.answerBytes
        settings.chokedMilliseconds = milliseconds(.outboxAge) ?? settings.chokedMilliseconds
        settings.emptyRoomMilliseconds = milliseconds(.keepEmpty) ?? settings.emptyRoomMilliseconds
    }
}
