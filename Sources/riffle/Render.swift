import ArgumentParser
import PagingContent
import PagingEngine
import PagingRoom
import TerminalView

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw a page of a deck or a preset, without a server.",
        discussion: """
            Examples:
              riffle render Examples/decks/tour.md --page 3
              riffle render threePage:numbers --page -2 --offset 0.35 --size 60x12
            """)

    @Argument(help: "A deck's file, a preset, or preset:supplier; - is a deck on standard input.")
    var source: String

    @Option(help: "The page as people count it: from 1 in a deck, any number in an endless row.")
    var page: Int64?

    @Option(help: "How far beyond that page the window stands, in pages.")
    var offset = 0.0

    @Option(help: "Size of the window, COLUMNSxROWS.")
    var size = WindowSize.standard

    @Flag(help: "Borders in Unicode instead of ASCII.")
    var unicode = false

    @Option(help: "text, or ansi with the terminal's own styles.")
    var format = RenderFormat.text

    func validate() throws {
        guard offset > -1, offset < 1 else { throw ValidationError("--offset: above -1 and below 1") }
    }

    func run() throws {
        let source: RoomSource
        do {
            source = try RoomSource(self.source)
        } catch {
            if error.isUsage { throw ValidationError("\(error)") }
            StandardStreams.say("riffle render: \(error)")
            throw ExitStatus.unreadable
        }
        for warning in source.warnings { StandardStreams.say("riffle render: \(warning)") }
        let screen = try scene(of: source).draw(columns: size.columns, rows: size.rows)
        switch format {
        case .text: StandardStreams.write(Array(FrameText.text(of: screen).utf8), to: 1)
        case .ansi: StandardStreams.write(ScreenDiff.bytes(from: nil, to: screen), to: 1)
        }
    }

    /// The room as somebody sees it who has just jumped there.
    private func scene(of source: RoomSource) throws -> Scene {
        var now = Instant(milliseconds: 0)
        var room = Room(
            name: "render", epoch: Epoch("render"), supplier: source.supplier, configuration: source.configuration,
            now: now)
        var effects: [RoomEffect] = []
        let member = room.join(name: nil, role: .member, session: Session("render"), at: now, into: &effects)
        if room.pager.loading, let arrival = room.nextDeadline {
            now = arrival
            room.tick(at: now, into: &effects)
        }
        let isListed = room.pager.order.wrap != .unbounded
        let index = PageIndex((page ?? (isListed ? 1 : 0)) - (isListed ? 1 : 0))
        room.handle(.jump(index, animated: false), id: RequestID(1), from: member, at: now, into: &effects)
        for case .answer(_, .refused(_, let refusal, _)) in effects {
            throw ValidationError("--page \(page ?? 1): \(refusal.reason)")
        }
        let replica = room.snapshot(at: now)
        let place = replica.position + Distance(units: Int64((offset * Double(Position.unitsPerPage)).rounded()))
        return Scene(
            replica: replica, position: place, now: now, room: source.title ?? self.source,
            borders: unicode ? .unicode : .ascii)
    }
}

enum RenderFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case ansi
}
