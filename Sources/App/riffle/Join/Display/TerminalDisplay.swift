import PagingEngine
import TerminalDevice
import TerminalView

/// The window on a terminal: draws small differences, reads keys.
final class TerminalDisplay: Display {
    private let device: TerminalDevice
    private let borders: Borders
    private let hasColour: Bool
    private let fixedSize: WindowSize?
    private var reader = KeyReader()
    private var screen: Screen?
    private var layouts = LayoutCache()

    init(device: TerminalDevice, borders: Borders, hasColour: Bool, size: WindowSize?) {
        self.device = device
        self.borders = borders
        self.hasColour = hasColour
        fixedSize = size
    }

    var size: WindowSize? {
        fixedSize ?? device.size.map { WindowSize(columns: $0.columns, rows: $0.rows) }
    }

    /// Takes the terminal over with the first picture, so that until then what is said can be read.
    func show(_ view: RoomViewModel) {
        if !device.isEntered { try? device.enter() }
        let size = size ?? .standard
        let next = view.draw(columns: size.columns, rows: size.rows, borders: borders, layouts: &layouts)
        do {
            let bytes = ScreenDiff.bytes(from: screen, to: next, hasColour: hasColour)
            if !bytes.isEmpty { try device.write(bytes) }
            screen = next
        } catch {
            // A terminal that took only a part is painted whole at the next frame.
            screen = nil
        }
    }

    func keys(at now: Instant) -> [Key]? {
        switch try? device.read() {
        case .bytes(let bytes): reader.read(bytes, at: now)
        case .nothing: []
        case .ended, nil: nil
        }
    }

    var keyDeadline: Instant? { reader.deadline }

    func waitingKeys(at now: Instant) -> [Key] { reader.timedOut(at: now) }

    func setMouse(_ on: Bool) {
        try? device.setMouse(on)
    }

    func suspend() {
        device.suspend()
        screen = nil
    }

    func forgetPicture() {
        // Another program may have had the terminal and left it in its own way.
        if device.isEntered { try? device.retake() }
        screen = nil
    }

    func finish() {
        device.restore()
    }
}
