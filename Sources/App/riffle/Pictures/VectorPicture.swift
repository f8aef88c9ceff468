import Foundation
import Glibc
import Pictures
import Platform

/// Draws SVG with the program `riffle-paper`, which has the libraries for it: a process of its own, with limits.
enum VectorPicture {
    /// Pixels that the longer side of a drawing gets.
    private static let side = 1_600
    private static let milliseconds: Int64 = 10_000
    private static let mostKibibytes = 1 << 20
    private static let program = "riffle-paper"
    /// The status of a shell or a dynamic linker that cannot start a program.
    private static let notStarted: Int32 = 127

    /// The drawing in the file at `path` as a PNG.
    static func png(path: String) throws(PictureFailure) -> [UInt8] {
        guard let tool = try? PaperProgram().url.path else {
            throw PictureFailure(reason: "SVG needs the program \(program), which is not here; the .deb has it")
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The paths are arguments, no part of what the shell reads.
        let seconds = milliseconds / 1_000
        process.arguments = [
            "-c", "ulimit -v \(mostKibibytes) -t \(seconds) -c 0 2>/dev/null; exec \"$0\" \"$@\"", tool, "svg",
            "--width", "\(side)", "--height", "\(side)",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard let input = FileHandle(forReadingAtPath: path) else {
            throw PictureFailure(reason: "the file cannot be read")
        }
        process.standardInput = input
        do { try process.start() } catch { throw PictureFailure(reason: "\(program) cannot be started") }
        let bytes = read(output.fileHandleForReading.fileDescriptor)
        if bytes == nil { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        guard let bytes else {
            throw PictureFailure(reason: "\(program) took more than \(seconds) s or too many bytes")
        }
        if process.terminationReason == .exit, process.terminationStatus == notStarted {
            throw PictureFailure(reason: PaperProgram.lacksLibraries)
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0, PictureKind(bytes) == .png else {
            throw PictureFailure(reason: "expected an SVG that \(program) can draw")
        }
        return bytes
    }

    /// All bytes up to the end of a pipe; nil when they are too many or take too long.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        let deadline = MonotonicClock.milliseconds + milliseconds
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= PictureLimits.presenter.bytes {
            let left = deadline - MonotonicClock.milliseconds
            guard left > 0 else { return nil }
            var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&events, 1, Int32(left)) > 0 else { continue }
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += part[..<count]
        }
        return nil
    }
}
