import PagingEngine
import TerminalDevice
import TerminalView

/// The window on a terminal: writes differences between pictures and reads keys.
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

    /// Takes over the terminal with the first picture, so that lines printed before remain readable.
    func show(_ view: RoomViewModel) {
        if !device.isEntered { try? device.enter() }
        let size = size ?? .standard
        let next = view.draw(columns: size.columns, rows: size.rows, borders: borders, layouts: &layouts)
        do {
            let bytes = ScreenDiff.bytes(from: screen, to: next, hasColour: hasColour)
            if !bytes.isEmpty { try device.write(bytes) }
            screen = next
        } catch {
            // After an incomplete write, the next picture is drawn whole.
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
        // Another program may have used the terminal and changed its state.
        if device.isEntered { try? device.retake() }
        screen = nil
    }

    func finish() {
        device.restore()
    }
}
