import PagingContent
import Pictures
import TerminalView

/// How a terminal may get the pixels of pictures.
enum PixelChoice: Equatable {
    case none
    case known(PixelProtocol)
    /// The terminal is to be asked. `isITerm`: its environment says that it takes files within the text.
    case asked(isITerm: Bool)
}

/// Pixels on a terminal, over the cells of pictures that rest.
///
/// They go before anything moves: a terminal does not move them with its cells, and cells of half blocks are below them. A
/// terminal that is to be asked is asked once there is a picture.
struct PixelPictures {
    /// The cell of the terminals that sixels come from, where a terminal does not tell its own.
    private static let usualCell = (width: 10, height: 20)

    private let choice: PixelChoice
    /// Nil until it is known, and where the terminal shows no pixels.
    private var method: PixelProtocol?
    private var cell: (width: Int, height: Int)?
    private var hasAsked = false
    private var isKitty = false
    /// The pictures on the terminal.
    private(set) var placed: [PicturePlacement] = []
    /// Assets that the terminal keeps.
    private var kept: Set<AssetName> = []

    init(_ choice: PixelChoice) {
        self.choice = choice
        if case .known(let known) = choice, known != .sixel { method = known }
    }

    /// The question for the terminal, if it is time to ask it.
    mutating func question(for placements: [PicturePlacement]) -> [UInt8]? {
        let needsAnswer =
            switch choice {
            case .none: false
            case .known(let known): known == .sixel
            case .asked: true
            }
        guard needsAnswer, !hasAsked, !placements.isEmpty else { return nil }
        hasAsked = true
        return TerminalAnswer.question
    }

    mutating func take(_ answers: [TerminalAnswer]) {
        for answer in answers {
            switch answer {
            case .kittyGraphics(let isThere): isKitty = isThere
            case .cellSize(let width, let height): cell = (width, height)
            case .attributes(let attributes): decide(attributes)
            case .cursor: break
            }
        }
    }

    private mutating func decide(_ attributes: [Int]) {
        switch choice {
        case .none: break
        case .known(let known): method = known
        case .asked where isKitty: method = .kitty
        case .asked(isITerm: true): method = .iterm2
        case .asked:
            // Without the size of a cell, sixels would cover other cells than those of the picture.
            method = attributes.contains(TerminalAnswer.sixels) && cell != nil ? .sixel : nil
        }
    }

    /// The bytes that remove all pictures but those of `next`; `shown` is what the cells show, nil when all are drawn again.
    mutating func removing(before next: Screen, shown: Screen?, colours: ColourDepth) -> [UInt8] {
        let isWhole = shown.map { $0.columns != next.columns || $0.rows != next.rows || $0.theme != next.theme } ?? true
        let gone = isWhole ? placed : placed.filter { !next.placements.contains($0) }
        guard !gone.isEmpty else { return [] }
        placed.removeAll { gone.contains($0) }
        if method == .kitty { return gone.flatMap { PixelCommands.remove($0) } }
        guard !isWhole, let shown else { return [] }
        return ScreenDiff.bytes(from: shown.forgetting(gone.map(\.area)), to: shown, colours: colours)
    }

    /// The bytes that show the pictures of a screen that are not there yet.
    mutating func placing(_ placements: [PicturePlacement], from pictures: AssetPictures?) -> [UInt8] {
        guard let method, let pictures else { return [] }
        var bytes: [UInt8] = []
        for placement in placements where !placed.contains(placement) {
            let form: PixelForm =
                switch method {
                case .kitty: .png
                case .iterm2: .original
                case .sixel:
                    .sixels(
                        cellWidth: (cell ?? PixelPictures.usualCell).width,
                        cellHeight: (cell ?? PixelPictures.usualCell).height)
                }
            let file = pictures.file(
                of: placement.asset, as: form, columns: placement.columns, rows: placement.rows)
            // Its words are there, or its cells.
            guard let file else { continue }
            placed.append(placement)
            switch method {
            case .kitty:
                if kept.insert(placement.asset).inserted {
                    bytes += PixelCommands.transmit(file, as: placement.asset)
                }
                bytes += PixelCommands.place(placement)
            case .iterm2: bytes += PixelCommands.inline(file, placement)
            case .sixel: bytes += PixelCommands.sixels(file, placement)
            }
        }
        return bytes
    }

    /// The bytes that leave a terminal without pictures for the next program.
    mutating func forgetting() -> [UInt8] {
        defer { (placed, kept) = ([], []) }
        return method == .kitty ? kept.sorted { $0.text < $1.text }.flatMap(PixelCommands.forget) : []
    }
}
