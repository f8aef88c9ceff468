import PagingEngine
import Pictures
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
    private var pixels: PixelPictures
    private var titles: ScaledTitles
    /// The picture on the terminal; nil when it is not known.
    private var picture: DrawnPicture?

    /// - Parameter pictures: shared by terminals that show the same.
    init(
        device: any ScreenDevice, borders: Borders, colours: ColourDepth, size: WindowSize?,
        pictures: PictureCache = PictureCache(isShared: false), pixels: PixelPictures = PixelPictures(.none),
        titles: ScaledTitles = ScaledTitles(.plain)
    ) {
        self.device = device
        self.borders = borders
        self.colours = colours
        fixedSize = size
        self.pictures = pictures
        self.pixels = pixels
        self.titles = titles
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
            let placements = next.screen.placements
            // A device that does not take the bytes leaves pixels and titles as they are.
            var (pixels, titles) = (pixels, titles)
            let titleQuestion = titles.question()
            var bytes = titleQuestion ?? []
            bytes += titles.removing(before: next.screen, shown: picture?.screen, colours: colours)
            bytes += pixels.removing(before: next.screen, shown: picture?.screen, colours: colours)
            bytes += pictures.bytes(from: picture, to: next, colours: colours)
            bytes += titles.showing(next.screen, colours: colours)
            let question = pixels.question(for: placements)
            bytes += pixels.placing(placements, from: view.pictures?.source as? AssetPictures) + (question ?? [])
            guard try bytes.isEmpty || device.take(bytes) else { return }
            (self.pixels, self.titles) = (pixels, titles)
            for _ in [titleQuestion, question].compactMap(\.self) { reader.expectAnswers() }
            picture = pictures.isFull ? nil : next
        } catch {
            // After an incomplete write, the next picture is drawn whole.
            picture = nil
        }
    }

    func keys(at now: Instant) -> [Key]? {
        switch try? device.read() {
        case .bytes(let bytes): readKeys(bytes, at: now)
        case .nothing: []
        case .ended, nil: nil
        }
    }

    private func readKeys(_ bytes: [UInt8], at now: Instant) -> [Key] {
        let keys = reader.read(bytes, at: now)
        let answers = reader.takeAnswers()
        pixels.take(answers)
        titles.take(answers)
        return keys
    }

    /// Leaves no pictures and no letters of double size to what the terminal shows next.
    private func removeOverlays() {
        let bytes = titles.forgetting() + pixels.forgetting()
        if device.isEntered, !bytes.isEmpty { _ = try? device.take(bytes) }
    }

    var keyDeadline: Instant? { reader.deadline }

    func waitingKeys(at now: Instant) -> [Key] { reader.timedOut(at: now) }

    func setMouse(_ on: Bool) {
        try? device.setMouse(on)
    }

    func suspend() {
        removeOverlays()
        device.suspend()
        picture = nil
    }

    func forgetPicture() {
        removeOverlays()
        // Another program may have used the terminal and changed its state.
        if device.isEntered { try? device.retake() }
        picture = nil
    }

    func finish() {
        removeOverlays()
        device.restore()
    }
}
