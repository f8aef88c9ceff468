import Glibc
import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Scripting
import TerminalDevice
import TerminalView
import WebSocketLoop

/// Joins one room as a member and records it.
final class Recorder: MemberOwner {
    private let loop: ClientLoop
    private let signals: SignalDescriptor
    private let sink: RecordingSink
    private var transcript: Transcript
    private let client: Int
    private var memory = SeenPages()
    private let assets = AssetCache()
    private var lines: [RecordingLine] = []
    /// The address that is recorded from, or is to be first.
    private var address: Endpoint
    private var isStarted = false
    /// Prints a message.
    var report: (String) -> Void = { _ in }
    private(set) var end: ClientEnd?
    /// The signal that ended the recording.
    private(set) var signal: Int32?
    /// Reason why the recording cannot be written.
    private(set) var failure: FileError?

    init(
        _ addresses: RoomAddresses, settings: ClientSettings, sink: RecordingSink, includesNotes: Bool,
        signals: SignalDescriptor, authorities: TLSAuthorities?
    ) throws {
        loop = try ClientLoop(authorities: authorities)
        self.sink = sink
        self.signals = signals
        transcript = Transcript(continuingAt: sink.continuesAt, includesNotes: includesNotes)
        client = loop.add(addresses, settings)
        address = addresses.current
        loop.owner = self
    }

    /// Records until a signal or a refusal by the server. The lines read from `marks` become marks.
    func record(marks: Int32?) {
        loop.sockets.watch(descriptor: signals.descriptor)
        if let marks { loop.sockets.watch(descriptor: marks) }
        loop.run()
        if let line = transcript.end(of: core, at: ClientLoop.now) { lines.append(line) }
        write()
        sink.finish()
    }

    private var core: ClientCore { loop.core(of: client) }

    func happened(_ effect: ClientEffect, client: Int) {
        let hadBegun = transcript.hasBegun
        let news = assets.take(effect, at: ClientLoop.now)
        // Other bytes than the name says.
        if case .asset = effect, news == .refusal { return }
        lines += transcript.lines(for: effect, of: core, at: ClientLoop.now)
        switch effect {
        case .joined:
            memory.clear()
            noteAddress()
        case .replaced where !hadBegun:
            report("recording")
            fetchVisiblePages()
        case .happened, .moved, .replaced: fetchVisiblePages()
        case .pages(_, let pages):
            memory.note(pages)
            needAssets()
        case .waiting(_, let reason): report("\(reason); trying again")
        case .ended(let end):
            self.end = end
            loop.stop()
        default: break
        }
    }

    /// Reports which of the room's addresses this is, when it is another than before.
    private func noteAddress() {
        let now = loop.address(of: client)
        if now.isElsewhere(than: address) { report("connected to \(now)") }
        address = now
    }

    /// Requests the visible pages outside the window.
    private func fetchVisiblePages() {
        guard let replica = core.replica else { return }
        memory.note(replica)
        needAssets()
        if let first = memory.wanted(replica) { loop.pages(from: first, count: 3, client: client) }
    }

    private func needAssets() {
        guard let replica = core.replica else { return }
        let near = memory.pages.filter { !$0.page.pictures.isEmpty }
            .sorted { abs($0.index - replica.target) < abs($1.index - replica.target) }
        assets.need(near.flatMap(\.page.pictures).map(\.asset))
    }

    func settled(at now: Instant) -> Instant? {
        if !isStarted {
            isStarted = true
            loop.handle(.start, client: client)
        }
        assets.ask(at: now) { loop.getAsset($0, client: client) }
        write()
        return assets.nextDeadline
    }

    private func write() {
        guard !lines.isEmpty, failure == nil else { return }
        do {
            try sink.write(lines)
            lines = []
        } catch {
            failure = error
            loop.handle(.leave, client: client)
        }
    }

    func readable(descriptor: Int32) {
        guard descriptor == signals.descriptor else { return readMarks(descriptor) }
        for signal in (try? signals.read()) ?? [] {
            self.signal = signal
            loop.handle(.leave, client: client)
        }
    }

    private func readMarks(_ descriptor: Int32) {
        guard case .bytes(let bytes)? = try? Descriptor.read(descriptor) else {
            return loop.sockets.unwatch(descriptor: descriptor)
        }
        for text in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if let line = transcript.mark(String(text), of: core, at: ClientLoop.now) { lines.append(line) }
        }
    }
}
