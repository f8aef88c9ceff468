import Glibc
import TestPeers
import Testing

@testable import TerminalDevice

@Suite struct DescriptorTests {
    /// Both ends of a pipe that does not block.
    private final class Pipe {
        private(set) var ends: [Int32] = [-1, -1]
        var reading: Int32 { ends[0] }
        var writing: Int32 { ends[1] }

        init() {
            precondition(pipe(&ends) == 0, "The system has pipes.")
            for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        }

        deinit {
            for end in ends where end >= 0 { close(end) }
        }

        func closeReading() {
            close(ends[0])
            ends[0] = -1
        }
    }

    /// Reads bytes from a descriptor in small pieces, slowly, on a separate thread.
    private final class SlowReader {
        let descriptor: Int32
        let count: Int
        private(set) var bytes: [UInt8] = []

        init(_ descriptor: Int32, count: Int) {
            self.descriptor = descriptor
            self.count = count
        }

        func run() {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while bytes.count < count, poll(&entry, 1, Int32(WaitLimit.milliseconds)) > 0 {
                guard case .bytes(let piece) = try? Descriptor.read(descriptor, limit: 50_000) else { return }
                bytes += piece
            }
        }
    }

    @Test func aLongTextIsWrittenInPieces() throws {
        let pipe = Pipe()
        let text = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let reader = SlowReader(pipe.reading, count: text.count)
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(reader)
        let code = pthread_create(
            &thread, nil,
            { argument in
                argument.map { Unmanaged<SlowReader>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, argument.toOpaque())
        #expect(code == 0)
        try Descriptor.write(text, to: pipe.writing, stallMilliseconds: Int32(WaitLimit.milliseconds))
        pthread_join(thread, nil)
        #expect(reader.bytes == text)
    }

    @Test func anEndThatDoesNotReadStalls() {
        let pipe = Pipe()
        #expect(throws: TerminalError.stalled(writtenBytes: 65_536)) {
            try Descriptor.write(Array(repeating: 1, count: 100_000), to: pipe.writing, stallMilliseconds: 10)
        }
    }

    @Test func anEndThatIsClosedIsAnError() {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        pipe.closeReading()
        #expect(throws: TerminalError.hungUp) { try Descriptor.write([1], to: pipe.writing) }
        #expect(throws: TerminalError.failed(call: "write", code: EBADF)) { try Descriptor.write([1], to: -1) }
    }

    @Test func readingDistinguishesNoBytesFromTheEnd() throws {
        var pipe: Pipe? = Pipe()
        let reading = dup(pipe?.reading ?? -1)
        defer { close(reading) }
        #expect(try Descriptor.read(reading) == .nothing)
        try Descriptor.write([1, 2, 3], to: pipe?.writing ?? -1)
        #expect(try Descriptor.read(reading, limit: 2) == .bytes([1, 2]))
        #expect(try Descriptor.read(reading) == .bytes([3]))
        pipe = nil
        #expect(try Descriptor.read(reading) == .ended)
        #expect(throws: TerminalError.failed(call: "read", code: EBADF)) { try Descriptor.read(-1) }
    }
}
