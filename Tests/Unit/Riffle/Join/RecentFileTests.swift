import Foundation
import Glibc
import PagingClient
import Testing

@testable import riffle

/// The file with the talks that a person has joined.
@Suite struct RecentFileTests {
    @Test func theFileIsTheOwnersAlone() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recent-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let recent = RecentFile(environment: ["XDG_STATE_HOME": folder.path])
        #expect(recent.talks.urls.isEmpty)
        for number in 0..<20 { recent.note("ws://192.0.2.7:7420/rooms/talk\(number)?token=SECRET") }
        #expect(recent.talks.urls.count == RecentTalks.limit)
        #expect(recent.talks.urls.first == "ws://192.0.2.7:7420/rooms/talk19")
        var status = stat()
        #expect(stat(folder.path + "/riffle/recent", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/riffle") == ["recent"])
    }

    @Test func aFolderThatCannotBeWrittenIsNoError() {
        RecentFile(environment: ["XDG_STATE_HOME": "/proc/nowhere"]).note("ws://a/rooms/b")
    }
}
