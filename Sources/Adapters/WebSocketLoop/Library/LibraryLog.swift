import CWebSockets
import Platform

/// The library's own log lines, errors and warnings only; silent without a sink.
package enum LibraryLog {
    private static let sink = Locked<(@Sendable (String) -> Void)?>(nil)

    /// Sends the library's errors and warnings to `sink`, on any thread; nil silences them.
    package static func setSink(_ sink: (@Sendable (String) -> Void)?) {
        self.sink.withLock { $0 = sink }
        install()
    }

    /// Sets the level of the library, which is the same for the whole process.
    static func install() {
        let isSilent = sink.withLock { $0 == nil }
        lws_set_log_level(isSilent ? 0 : LLL_ERR | LLL_WARN, emitLibraryLine)
    }

    fileprivate static func emit(_ line: String) {
        let sink = self.sink.withLock { $0 }
        sink?(line)
    }
}

private func emitLibraryLine(_: Int32, line: UnsafePointer<CChar>?) {
    guard let line else { return }
    let text = String(cString: line)
    LibraryLog.emit(text.hasSuffix("\n") ? String(text.dropLast()) : text)
}
