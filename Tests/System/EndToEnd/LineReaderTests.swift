import Foundation
import Platform
import Testing

@testable import riffle

/// The lines of a pipe, and its end.
@Suite struct LineReaderTests {
    @Test func waitForEndWaitsWithoutLimit() throws {
        let pipe = Pipe()
        let reader = LineReader(pipe.fileHandleForReading)
        let writing = pipe.fileHandleForWriting
        Thread {
            usleep(100_000)
            try? writing.write(contentsOf: Data("last words\n".utf8))
            try? writing.close()
        }.start()
        reader.waitForEnd()
        #expect(reader.all == ["last words"])
    }

    @Test func theLastWordsOfAProcessAreThereOnceItHasEnded() throws {
        let child = try ChildProcess(
            ["-c", "(sleep 0.3; echo last words >&2) >&- & exit 3"], of: URL(fileURLWithPath: "/bin/sh"))
        child.waitForEnd()
        #expect(child.complaints == "last words")
        #expect(!child.hasSucceeded && child.ending == "ended with 3")
    }
}
