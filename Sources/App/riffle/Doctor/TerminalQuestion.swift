import Glibc

/// Sends a query to a terminal and reads the answer.
enum TerminalQuestion {
    enum Answer: Equatable {
        case yes
        case no
        /// It answered, but not this query.
        case unknown
        /// It did not answer in time.
        case silence
    }

    /// Time limit for a terminal over a slow line.
    private static let answerMilliseconds: Int32 = 500

    /// Whether it reports the mouse as SGR (mode 1006). Sends DECRQM and then DA1, which every terminal answers, so that a
    /// terminal without DECRQM causes no wait.
    static func mouse() -> Answer {
        answer(in: ask("\u{1B}[?1006$p\u{1B}[c"))
    }

    /// Reads `CSI ? 1006 ; N $ y`: 1 and 3 are on, 2 off, 0 unknown, 4 always off.
    static func answer(in reply: String) -> Answer {
        guard !reply.isEmpty else { return .silence }
        guard let start = reply.range(of: "\u{1B}[?1006;") else { return .unknown }
        switch reply[start.upperBound...].first {
        case "1", "2", "3": return .yes
        default: return .no
        }
    }

    private static func ask(_ question: String) -> String {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return "" }
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        StandardStreams.write(Array(question.utf8), to: STDOUT_FILENO)
        var reply: [UInt8] = []
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !isComplete(reply), poll(&entry, 1, answerMilliseconds) > 0 {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { break }
            reply += buffer.prefix(count)
        }
        return String(decoding: reply, as: UTF8.self)
    }

    /// The answer to DA1 is `CSI ? … c`.
    private static func isComplete(_ reply: [UInt8]) -> Bool {
        reply.last == UInt8(ascii: "c") && reply.contains(0x1B)
    }
}
