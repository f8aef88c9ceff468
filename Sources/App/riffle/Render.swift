import ArgumentParser
import PagingContent
import PagingEngine
import PagingRoom
import Pictures
import TerminalView

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Draw a page of a deck or a preset, without a server.",
        discussion: """
            Examples:
              riffle render Examples/decks/tour.md --page 3
              riffle render threePage:numbers --page -2 --offset 0.35 --size 60x12
              riffle render carousel:items --page 1 --offset 0.5 --axis vertical
              riffle render tabs:tabs --size 40x12 --format json
            """)

    @Argument(help: "Path of a deck, a preset, or preset:supplier; - is a deck on standard input.")
    var source: String

    @Option(help: "Number of the page: from 1 in a deck, any number in an endless row.")
    var page: Int64?

    @Option(help: "Last step of the page to show, from 1. By default all steps.")
    var step: Int?

    @Option(help: "Position of the window beyond that page, in pages.")
    var offset = 0.0

    @Option(help: "Size of the window, COLUMNSxROWS, 20x6 or more.")
    var size = WindowSize.standard

    @Option(help: "Direction of the row, horizontal or vertical. By default that of the preset.")
    var axis: RenderAxis?

    @OptionGroup var border: BorderOptions
    @OptionGroup var text: TextWidthOption
    @OptionGroup var programs: ProgramOptions

    @Option(help: "Colours of code (--format ansi): builtin, auto, chroma or pygments.")
    var highlighter = Highlighter.builtin

    @Option(help: "Theme in place of the deck's (--format ansi): \(ThemeFile.names), or the path of a theme file.")
    var theme: String?

    @Option(help: "Output: text, ansi with styles of the terminal, or json with size, position and lines.")
    var format = RenderFormat.text

    /// Limit for the loading of a page, in virtual time.
    private static let loadMilliseconds: Int64 = 60_000

    func validate() throws {
        guard offset > -1, offset < 1 else {
            throw ValidationError("--offset \(offset): expected a number above -1 and below 1")
        }
    }

    func run() throws {
        let source: RoomSource
        do {
            source = try RoomSource(self.source, loader: programs.loader("riffle render", highlighter))
        } catch {
            if error.isUsage { throw ValidationError("\(error)") }
            StandardStreams.printError("riffle render: \(error)")
            throw ExitStatus.unreadable
        }
        for warning in source.warnings { StandardStreams.printError("riffle render: \(warning)") }
        let scene = try scene(of: source)
        let screen = scene.draw(columns: size.columns, rows: size.rows)
        switch format {
        case .text: StandardStreams.write(Array(FrameText.text(of: screen).utf8), to: 1)
        case .ansi: StandardStreams.write(ScreenDiff.bytes(from: nil, to: screen), to: 1)
        case .json: StandardStreams.print(try Picture(scene: scene, screen: screen).jsonLine())
        }
    }

    /// The room as a member sees it after a jump.
    private func scene(of source: RoomSource) throws -> Scene {
        var now = Instant(milliseconds: 0)
        var configuration = source.configuration
        if let axis { configuration.axis = axis.axis }
        var room = Room(
            name: "render", epoch: Epoch("render"), supplier: source.supplier, configuration: configuration, now: now)
        var effects: [RoomEffect] = []
        let member = room.join(name: nil, role: .member, session: Session("render"), at: now, into: &effects)
        // Waits for pages that load late, in virtual time.
        while room.pager.loading, let next = room.nextDeadline, next.milliseconds <= Render.loadMilliseconds {
            now = max(now.advanced(byMilliseconds: 1), next)
            room.tick(at: now, into: &effects)
        }
        let isListed = room.pager.order.wrap != .unbounded
        let index = PageIndex((page ?? (isListed ? 1 : 0)) - (isListed ? 1 : 0))
        let isEmpty = room.pager.order.isEmpty
        if page != nil || !isEmpty {
            room.handle(.jump(index, animated: false), id: RequestID(1), from: member, at: now, into: &effects)
        }
        for case .answer(_, .refused(_, let refusal, _)) in effects {
            let found = isListed && !isEmpty ? "expected a page from 1 to \(room.pager.order.count)" : refusal.reason
            throw ValidationError("--page \(page ?? 1): \(found)")
        }
        let replica = room.snapshot(at: now)
        let position = replica.position + Distance(units: Int64((offset * Double(Position.unitsPerPage)).rounded()))
        var scene = Scene(
            replica: replica, position: position, now: now, room: source.title ?? self.source,
            borders: border.borders)
        scene.status.isQuiet = true
        scene.measure = text.width ?? scene.measure
        scene.theme = try theme.map { try ThemeFile.theme(named: $0) } ?? replica.theme
        scene.stepPlace = try stepPlace(of: replica)
        scene.beyond = room.pages(from: replica.settled - 3, count: 7)
        scene.pictures = pictures(of: source)
        let documents = DocumentCache()
        scene.documents = documents.documents(of: (scene.beyond + replica.window).map(\.page))
        return scene
    }

    /// Text and JSON have no colours, without which half blocks show nothing.
    private func pictures(of source: RoomSource) -> PictureSupply {
        let files = Dictionary(uniqueKeysWithValues: source.assets.map { ($0.name, $0.bytes) })
        let hasColours = format == .ansi && border.borders != .ascii
        return AssetPictures { files[$0] ?? nil }.supply(hasColours ? .blocks : .letters)
    }

    /// The steps of the page to draw; nil for all.
    private func stepPlace(of replica: Replica) throws -> StepPlace? {
        guard let step else { return nil }
        let steps = replica.window.first { $0.index == replica.target }?.page.steps ?? 0
        guard (1...steps + 1).contains(step) else {
            throw ValidationError("--step \(step): expected a step from 1 to \(steps + 1)")
        }
        return StepPlace(page: replica.target, shown: step - 1)
    }
}

enum RenderFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case ansi
    case json
}

enum RenderAxis: String, ExpressibleByArgument, CaseIterable {
    case horizontal
    case vertical

    var axis: Configuration.Axis { self == .vertical ? .vertical : .horizontal }
}

/// A frame as one JSON object.
private struct Picture: Encodable {
    struct Size: Encodable {
        let columns: Int
        let rows: Int
    }

    let size: Size
    /// In units of 1/65,536 page, as on the wire.
    let position: Int64
    let lines: [String]

    init(scene: Scene, screen: Screen) {
        size = Size(columns: screen.columns, rows: screen.rows)
        position = scene.position.units
        lines = screen.lines
    }
}
