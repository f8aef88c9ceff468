import PagingWire

/// A talk on the local network, as multicast DNS tells of it (RFC 6763): written as a service file for Avahi, and read from
/// the lines of `avahi-browse --parsable`.
package struct TalkAnnouncement: Hashable, Sendable {
    /// The type of the service.
    package static let service = "_riffle._tcp"
    /// A label of DNS has at most 63 bytes; the host's name follows.
    private static let longestName = 32

    package let room: String
    package let port: UInt16
    /// Whether the server wants TLS.
    package var isSecure = false
    /// Whether nobody joins without a token.
    package var needsToken = false

    package init(room: String, port: UInt16, isSecure: Bool = false, needsToken: Bool = false) {
        self.room = room
        self.port = port
        self.isSecure = isSecure
        self.needsToken = needsToken
    }

    /// The name of the file, the same for the same room and port.
    package var fileName: String { "riffle-\(port)-\(room).service" }

    /// The service file. No part of it needs an escape: the characters of a room's name are letters, digits and `._-`.
    package var serviceFile: String {
        let records = ["room=\(room)"] + (isSecure ? ["tls=1"] : []) + (needsToken ? ["token=1"] : [])
        return """
            <?xml version="1.0" standalone="no"?>
            <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
            <service-group>
              <name replace-wildcards="yes">\(room.prefix(TalkAnnouncement.longestName)) on %h</name>
              <service>
                <type>\(TalkAnnouncement.service)</type>
                <port>\(port)</port>
            \(records.map { "    <txt-record>\($0)</txt-record>" }.joined(separator: "\n"))
              </service>
            </service-group>

            """
    }
}

/// A talk that another machine announces, with the address of that machine.
package struct FoundTalk: Hashable, Sendable {
    package let announcement: TalkAnnouncement
    /// The name of that machine, the same at all of its addresses.
    private let machine: String
    /// A name for TLS, otherwise a numeric address; IPv6 with brackets.
    package let host: String

    /// The URL of the room.
    package var url: String {
        "\(announcement.isSecure ? "wss" : "ws")://\(host):\(announcement.port)/rooms/\(announcement.room)"
    }

    /// Reads a line of `avahi-browse --resolve --parsable`: `=;INTERFACE;PROTOCOL;NAME;TYPE;DOMAIN;HOST;ADDRESS;PORT;TEXT`.
    ///
    /// - Returns: nil for other lines and for talks that nobody can join. Anybody on the network can write the values.
    package init?(browseLine line: String) {
        let fields = line.split(separator: ";", maxSplits: 9, omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 10, fields[0] == "=", let port = UInt16(fields[8]), port > 0 else { return nil }
        let records = fields[9].split(separator: "\"").map(String.init)
        guard let room = records.first(where: { $0.hasPrefix("room=") })?.dropFirst("room=".count),
            RoomName.isValid(String(room))
        else { return nil }
        announcement = TalkAnnouncement(
            room: String(room), port: port, isSecure: records.contains("tls=1"), needsToken: records.contains("token=1")
        )
        let (name, address) = (fields[6], fields[7])
        machine = name
        if announcement.isSecure {
            // A certificate is for a name.
            guard FoundTalk.isHost(name, "-") else { return nil }
            host = name
        } else if address.contains(":") {
            // An address of one link needs the name of the interface, which no URL has.
            guard FoundTalk.isHost(address, ":"), !address.lowercased().hasPrefix("fe80") else { return nil }
            host = "[\(address)]"
        } else {
            guard FoundTalk.isHost(address, "") else { return nil }
            host = address
        }
    }

    /// The talks in the output of `avahi-browse`, each once, at an IPv4 address where it has one.
    package static func all(inBrowseOutput text: String) -> [FoundTalk] {
        var talks: [FoundTalk] = []
        for talk in text.split(whereSeparator: \.isNewline).compactMap({ FoundTalk(browseLine: String($0)) }) {
            let known = talks.firstIndex { $0.announcement == talk.announcement && $0.machine == talk.machine }
            guard let known else {
                talks.append(talk)
                continue
            }
            if talks[known].host.hasPrefix("[") { talks[known] = talk }
        }
        return talks
    }

    /// Whether a text has only characters of host names and addresses.
    private static func isHost(_ text: String, _ others: String) -> Bool {
        !text.isEmpty
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || others.contains($0)) }
    }
}
