import PagingContent
import PagingEngine
import TerminalDevice
import TerminalView

/// The window on a terminal: draws small differences, reads keys.
final class TerminalDisplay: Display {
    private let device: TerminalDevice
    private let borders: Borders
    private let fixedSize: WindowSize?
    private var keys = KeyReader()
    private var intentReader = IntentReader()
    private var screen: Screen?
    private var isHelpShown = false

    init(device: TerminalDevice, borders: Borders, size: WindowSize?) {
        self.device = device
        self.borders = borders
        fixedSize = size
    }

    var size: WindowSize? {
        fixedSize ?? device.size.map { WindowSize(columns: $0.columns, rows: $0.rows) }
    }

    /// Takes the terminal over with the first picture, so that until then what is said can be read.
    func show(_ view: FollowedRoom) {
        if !device.isEntered { try? device.enter() }
        let note = intentReader.pending.isEmpty ? view.note : intentReader.pending
        let scene = Scene(
            replica: view.replica, position: view.position, now: view.now, room: view.name, link: view.link,
            roundTripMilliseconds: view.roundTripMilliseconds, note: note, borders: borders,
            overlay: isHelpShown ? TerminalDisplay.help : nil)
        let size = size ?? .standard
        let next = scene.draw(columns: size.columns, rows: size.rows)
        do {
            try device.write(ScreenDiff.bytes(from: screen, to: next))
            screen = next
        } catch {
            // A terminal that took only a part is painted whole at the next frame.
            screen = nil
        }
    }

    private static let help = Page(
        id: PageID("help"), title: "Keys", body: KeyTable.standard.helpLines.joined(separator: "\n"))

    func intents(at now: Instant) -> [Intent]? {
        switch try? device.read() {
        case .bytes(let bytes): intents(of: keys.read(bytes, at: now))
        case .nothing: []
        case .ended, nil: nil
        }
    }

    var keyDeadline: Instant? { keys.deadline }

    func waitingIntents(at now: Instant) -> [Intent] { intents(of: keys.timedOut(at: now)) }

    private func intents(of keys: [Key]) -> [Intent] {
        keys.compactMap { key in
            let intent = intentReader.read(key)
            if intent == .help { isHelpShown.toggle() } else if intent != nil { isHelpShown = false }
            return intent
        }
    }

    func finish() {
        device.restore()
    }
}
