import ArgumentParser
import Foundation
import Glibc
import PagingClient

/// The service files with which Avahi announces the rooms of a server on the network, one a room.
struct Announcement {
    static let standardFolder = "/etc/avahi/services"

    private let paths: [String]

    /// Writes the files; after an error there are none.
    init(_ talks: [TalkAnnouncement], into folder: String) throws(CommandFailure) {
        var written: [String] = []
        for talk in talks {
            let path = "\(folder)/\(talk.fileName)"
            do {
                try Data(talk.serviceFile.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                // Avahi reads it as another user.
                _ = chmod(path, 0o644)
                written.append(path)
            } catch {
                let reason = access(folder, W_OK) == 0 ? error.localizedDescription : String(cString: strerror(errno))
                written.forEach { unlink($0) }
                let command = "avahi-publish -s \(talk.room) \(TalkAnnouncement.service) \(talk.port) room=\(talk.room)"
                throw CommandFailure(
                    description: "--announce: expected a folder to write service files to, got \(folder): \(reason); "
                        + "without the right to write there, run `\(command)`")
            }
        }
        paths = written
    }

    func remove() { paths.forEach { unlink($0) } }

    /// Refuses to announce a server that other machines cannot reach.
    static func check(listen: ListenAddress?) throws(ValidationError) {
        guard let listen, !listen.isLoopback else {
            throw ValidationError(
                "--announce: expected --listen with an address that other machines can reach, got "
                    + (listen?.description ?? "127.0.0.1"))
        }
    }
}

extension Announcement {
    /// Announces the rooms of `--room`; nil when that was not asked for.
    init?(_ settings: ServeSettings, address: String, needsToken: Bool) throws(CommandFailure) {
        guard let folder = settings.announcesInto, let port = UInt16(address.split(separator: ":").last ?? "") else {
            return nil
        }
        let talks = settings.rooms.map { room in
            TalkAnnouncement(
                room: String(room.prefix { $0 != "=" }), port: port, isSecure: settings.certificateFile != nil,
                needsToken: needsToken)
        }
        try self.init(talks, into: folder)
    }
}
