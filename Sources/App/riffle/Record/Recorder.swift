import Glibc
import PagingClient
import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import TerminalDevice
import TerminalView
import WebSocketLoop

/// Joins one room as a member and records it.
final class Recorder: MemberOwner {
    private let shell: ClientLoop
    private let signals: SignalDescriptor
    private let sink: RecordingSink
    private var transcript: Transcript
    private let seat: Int
    private var memory = SeenPages()
    private var lines: [RecordingLine] = []
    private var isStarted = false
    /// Prints a message.
    var say: (String) -> Void = { _ in }
    private(set) var end: ClientEnd?
    /// The signal that ended the recording.
    private(set) var signal: Int32?
    /// Why the recording cannot be written.
    private(set) var failure: FileError?

    init(
        _ endpoint: Endpoint, settings: ClientSettings, sink: RecordingSink, includesNotes: Bool,
        signals: SignalDescriptor, authorities: TLSAuthorities?
    ) throws {
        shell = try ClientLoop(authorities: authorities)
        self.sink = sink
        self.signals = signals
        transcript = Transcript(continuingAt: sink.continuesAt, includesNotes: includesNotes)
        seat = shell.add(endpoint, settings)
        shell.owner = self
    }

    /// Records until a signal or a refusal by the server. The lines read from `marks` become marks.
    func record(marks: Int32?) {
        shell.sockets.watch(descriptor: signals.descriptor)
        if let marks { shell.sockets.watch(descriptor: marks) }
        shell.run()
        if let line = transcript.end(of: core, at: ClientLoop.now) { lines.append(line) }
        write()
        sink.finish()
    }

    private var core: ClientCore { shell.core(of: seat) }

    func happened(_ effect: ClientEffect, client seat: Int) {
        let hadBegun = transcript.hasBegun
        lines += transcript.lines(for: effect, of: core, at: ClientLoop.now)
        switch effect {
        case .joined: memory.clear()
        case .replaced where !hadBegun: say("recording")
        case .happened, .moved, .replaced: askForPages()
        case .pages(_, let pages): memory.note(pages)
        case .waiting(_, let reason): say("\(reason); trying again")
        case .ended(let end):
            self.end = end
            shell.stop()
        default: break
        }
    }

    /// Requests the visible pages outside the window.
    private func askForPages() {
        guard let replica = core.replica else { return }
        memory.note(replica)
        if let first = memory.wanted(replica) { shell.pages(from: first, count: 3, client: seat) }
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted {
            isStarted = true
            shell.handle(.start, client: seat)
        }
        write()
        return nil
    }

    private func write() {
        guard !lines.isEmpty, failure == nil else { return }
        do {
            try sink.write(lines)
            lines = []
        } catch {
            failure = error
            shell.handle(.leave, client: seat)
        }
    }

    func readable(descriptor: Int32) {
        guard descriptor == signals.descriptor else { return readMarks(descriptor) }
        for signal in (try? signals.read()) ?? [] {
            self.signal = signal
            shell.handle(.leave, client: seat)
        }
    }

    private func readMarks(_ descriptor: Int32) {
        guard case .bytes(let bytes)? = try? Descriptor.read(descriptor) else {
            return shell.sockets.unwatch(descriptor: descriptor)
        }
        for text in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if let line = transcript.mark(String(text), of: core, at: ClientLoop.now) { lines.append(line) }
        }
    }
}
