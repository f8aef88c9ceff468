import Foundation
import PagingClient
import Testing

@testable import riffle

/// The service files of a server.
@Suite struct AnnouncementTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("services-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    @Test func eachRoomHasAFileUntilTheEnd() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var settings = ServeSettings.standard
        settings.rooms = ["tour=Examples/decks/tour.md", "count=threePage:numbers"]
        #expect(try Announcement(settings, address: "0.0.0.0:7420", needsToken: false) == nil)
        settings.announceFolder = folder.path
        let announcement = try #require(try Announcement(settings, address: "[::]:7420", needsToken: true))
        #expect(names == ["riffle-7420-count.service", "riffle-7420-tour.service"])
        let path = folder.appendingPathComponent(names[1]).path
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("<txt-record>room=tour</txt-record>"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o644)
        announcement.remove()
        #expect(names.isEmpty)
    }

    @Test func aFolderThatCannotBeWrittenIsExplained() throws {
        try? FileManager.default.removeItem(at: folder)
        var settings = ServeSettings.standard
        settings.rooms = ["tour=Examples/decks/tour.md"]
        settings.announceFolder = folder.path
        let error = #expect(throws: CommandFailure.self) {
            try Announcement(settings, address: "0.0.0.0:7420", needsToken: false)
        }
        #expect(error?.description.contains("got \(folder.path): No such file or directory; ") == true)
        #expect(error?.description.hasSuffix("`avahi-publish -s tour _riffle._tcp 7420 room=tour`") == true)
    }
}
