import PagingEngine
import TerminalDevice
import TerminalView

/// The window on a terminal: writes differences between pictures and reads keys.
final class TerminalDisplay: Display {
    private let device: any ScreenDevice
    private let borders: Borders
    private let colours: ColourDepth
    private let fixedSize: WindowSize?
    private var reader = KeyReader()
    private let pictures: PictureCache
    /// The picture on the terminal; nil when it is not known.
    private var picture: DrawnPicture?

    /// - Parameter pictures: shared by terminals that show the same.
    init(
        device: any ScreenDevice, borders: Borders, colours: ColourDepth, size: WindowSize?,
        pictures: PictureCache = PictureCache(isShared: false)
    ) {
        self.device = device
        self.borders = borders
        self.colours = colours
        fixedSize = size
        self.pictures = pictures
    }

    var size: WindowSize? {
        fixedSize ?? device.size.map { WindowSize(columns: $0.columns, rows: $0.rows) }
    }

    /// Takes over the terminal with the first picture, so that lines printed before remain readable.
    ///
    /// A device that has not taken the last picture yet gets none: the next one it can take is the newest.
    func show(_ view: RoomViewModel) {
        if !device.isEntered { try? device.enter() }
        let next = pictures.picture(of: view, size: size ?? .standard, borders: borders)
        do {
            let bytes = pictures.bytes(from: picture, to: next, colours: colours)
            guard try bytes.isEmpty || device.take(bytes) else { return }
            picture = pictures.isFull ? nil : next
        } catch {
            // After an incomplete write, the next picture is drawn whole.
            picture = nil
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
        picture = nil
    }

    func forgetPicture() {
        // Another program may have used the terminal and changed its state.
        if device.isEntered { try? device.retake() }
        picture = nil
    }

    func finish() {
        device.restore()
    }
}
