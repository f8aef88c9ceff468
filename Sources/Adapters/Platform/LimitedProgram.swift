import CPlatform
import FoundationEssentials
import Glibc

/// A run of another program on a text, with limits of time, memory and output. It has its input as a file in memory, and its
/// standard error apart or with its output.
///
/// The limits keep a mistake from stopping this program or filling the machine. They are no sandbox: the program has the
/// rights of the person who runs this one.
package struct LimitedProgram: Sendable {
    package struct ProgramLimits: Sendable {
        package var seconds: Int
        package var outputBytes: Int
        /// Of each process of the program.
        package var memoryBytes: UInt
        /// Whether it must not reach a network, where the system can forbid that.
        package var hasNoNetwork: Bool

        package init(seconds: Int, outputBytes: Int, memoryBytes: UInt, hasNoNetwork: Bool) {
            (self.seconds, self.outputBytes) = (seconds, outputBytes)
            (self.memoryBytes, self.hasNoNetwork) = (memoryBytes, hasNoNetwork)
        }
    }

    package enum ProgramEnd: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It was killed after the time or the output of `ProgramLimits`.
        case late
        case tooLong
        /// It was killed because nobody waits for its result.
        case unwanted
        /// It did not start: the system's reason.
        case notStarted(String)
    }

    package struct ProgramOutcome: Hashable, Sendable {
        package let end: ProgramEnd
        package let output: [UInt8]
        /// The beginning of its standard error, where that is apart.
        package let complaint: String
    }

    private static let complaintBytes = 2_048
    private static let fileBytes: UInt = 64 << 20

    private let path: String
    private let arguments: [String]
    private let limits: ProgramLimits

    /// - Parameter path: of the program, as `find` returns it.
    package init(path: String, arguments: [String], limits: ProgramLimits) {
        (self.path, self.arguments, self.limits) = (path, arguments, limits)
    }

    /// The path of a program in the folders of `PATH`; nil where it is in none.
    package static func find(_ name: String) -> String? {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
        return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { path in
            var facts = stat()
            return access(path, X_OK) == 0 && stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        }
    }

    /// Runs the program in a folder of its own, which is removed afterwards, and waits for its end.
    ///
    /// - Parameters:
    ///   - file: a file in that folder, by its name.
    ///   - joinsErrors: whether its standard error is part of the output.
    ///   - isWanted: whether to go on; asked many times a second.
    package func run(
        _ input: [UInt8] = [], file: (name: String, bytes: [UInt8])? = nil, joinsErrors: Bool = false,
        isWanted: () -> Bool = { true }
    ) -> ProgramOutcome {
        var name = Array("/tmp/riffle-run-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { return LimitedProgram.failure(errno) }
        let folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if let file {
            do {
                try Data(file.bytes).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"))
            } catch {
                return LimitedProgram.failure(EIO)
            }
        }
        let source = input.withUnsafeBytes { riffle_memory_file($0.baseAddress, $0.count) }
        let errors = riffle_memory_file(nil, 0)
        var ends: [Int32] = [-1, -1]
        defer { for descriptor in [source, errors, ends[0]] where descriptor >= 0 { close(descriptor) } }
        guard source >= 0, errors >= 0, riffle_private_pipe(&ends) == 0 else { return LimitedProgram.failure(errno) }
        var process: pid_t = 0
        let code = start(in: folder, [source, ends[1], joinsErrors ? ends[1] : errors], &process)
        close(ends[1])
        guard code == 0 else {
            if process > 0 { _ = LimitedProgram.status(of: process) }
            return LimitedProgram.failure(code)
        }
        let deadline = MonotonicClock.milliseconds + Int64(limits.seconds) * 1_000
        let (output, reason) = read(ends[0], of: process, until: deadline, isWanted)
        let end = finish(process, reason, until: deadline, isWanted)
        return ProgramOutcome(end: end, output: output, complaint: LimitedProgram.text(errors))
    }

    private func start(in folder: String, _ streams: [Int32], _ process: inout pid_t) -> Int32 {
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = []
        for name in ["PATH", "HOME", "LANG"] {
            if let value = getenv(name) { variables.append(strdup("\(name)=\(String(cString: value))")) }
        }
        variables.append(nil)
        defer { for text in words + variables { free(text) } }
        var bounds = riffle_program_limits(
            memory_bytes: limits.memoryBytes, file_bytes: LimitedProgram.fileBytes,
            processor_seconds: UInt(limits.seconds) + 1, has_no_network: limits.hasNoNetwork ? 1 : 0)
        return riffle_start_limited(&words, &variables, folder, streams, &bounds, &process)
    }

    // MARK: Output and end

    /// Reads until the output or the program ends, or a limit is reached. A process that the program leaves behind may
    /// keep its output open.
    private func read(
        _ descriptor: Int32, of process: pid_t, until deadline: Int64, _ isWanted: () -> Bool
    ) -> (output: [UInt8], reason: ProgramEnd?) {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var hasEnded = false
        while true {
            guard isWanted() else { return (output, .unwanted) }
            guard MonotonicClock.milliseconds < deadline else { return (output, .late) }
            var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wish, 1, hasEnded ? 0 : 20)
            if ready == 0 {
                if hasEnded { return (output, nil) }
                hasEnded = LimitedProgram.hasEnded(process)
                continue
            }
            guard ready > 0 else { continue }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return (output, nil) }
            output += buffer[..<count]
            if output.count > limits.outputBytes { return (Array(output.prefix(limits.outputBytes)), .tooLong) }
        }
    }

    /// Waits for the end until the time is over, and kills what is left of its group.
    private func finish(
        _ process: pid_t, _ reason: ProgramEnd?, until deadline: Int64, _ isWanted: () -> Bool
    ) -> ProgramEnd {
        var reason = reason
        while reason == nil, !LimitedProgram.hasEnded(process) {
            if !isWanted() { reason = .unwanted }
            if MonotonicClock.milliseconds >= deadline { reason = .late }
            usleep(2_000)
        }
        kill(-process, SIGKILL)
        let status = LimitedProgram.status(of: process)
        if let reason { return reason }
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
    }

    /// Whether the process has ended; its number stays its own until its status is taken.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var found = siginfo_t()
        let code = waitid(P_PID, id_t(process), &found, WEXITED | WNOWAIT | WNOHANG)
        return code == 0 && found.si_signo != 0
    }

    private static func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private static func failure(_ code: Int32) -> ProgramOutcome {
        ProgramOutcome(end: .notStarted(String(cString: strerror(code))), output: [], complaint: "")
    }

    private static func text(_ errors: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: complaintBytes)
        let count = pread(errors, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
