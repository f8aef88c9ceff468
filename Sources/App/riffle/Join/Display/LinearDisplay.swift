import PagingEngine
import PagingRoom
import TerminalDevice
import TerminalView

/// Settled pages as text, one after the other, for pipes and screen readers.
///
/// A typed line is read as its keys; an empty line is Enter, which goes on.
final class LinearDisplay: Display {
    private var text = LinearText()
    private var note: String?
    private let isQuiet: Bool
    private let output: any TextDevice
    /// Bytes of a line that has no end yet.
    private var line: [UInt8] = []
    /// Bytes of the longest line; a longer one is dropped.
    private static let lineBytes = 1_024

    init(isQuiet: Bool, output: any TextDevice = StandardText()) {
        self.isQuiet = isQuiet
        self.output = output
    }

    func show(_ view: RoomViewModel) {
        guard output.isReady else { return }
        if !isQuiet, let line = view.banner ?? view.note, line != note { output.printError(line) }
        note = view.banner ?? view.note
        guard let block = text.next(view.asRead, documents: view.documents) else { return }
        output.print(String(block.dropLast()))
    }

    func keys(at now: Instant) -> [Key]? {
        switch try? output.read() {
        case .bytes(let bytes): keys(of: bytes)
        case .nothing: []
        case .ended, nil: nil
        }
    }

    private func keys(of bytes: [UInt8]) -> [Key] {
        line += bytes
        var keys: [Key] = []
        while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
            let typed = String(decoding: line[..<end], as: UTF8.self)
            line.removeSubrange(...end)
            keys += typed.map(Key.character)
            // A number alone goes to that page.
            if typed.allSatisfy(\.isNumber) || typed.hasPrefix("/") { keys.append(.enter) }
        }
        if line.count > LinearDisplay.lineBytes { line = [] }
        return keys
    }
}

extension RoomViewModel {
    /// The room as a member sees it that reads alone: at rest on its own page.
    var asRead: Replica {
        guard let reader else { return replica }
        var replica = replica
        replica.phase = .idle
        (replica.settled, replica.target, replica.shown) = (reader.page, reader.page, reader.shown)
        replica.position = Position(page: reader.page)
        replica.window = beyond
        return replica
    }
}
