import PagingEngine
import PagingRoom
import TerminalDevice
import TerminalView

/// Settled pages as text, one after the other: for pipes and screen readers.
///
/// Where somebody types, a line is read as its keys; an empty one is Enter, which goes on.
final class LinearDisplay: Display {
    private var text = LinearText()
    private var note: String?
    private let isQuiet: Bool
    private var line: [UInt8] = []

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    func show(_ view: RoomViewModel) {
        if !isQuiet, let said = view.banner ?? view.note, said != note { StandardStreams.say(said) }
        note = view.banner ?? view.note
        guard let block = text.next(view.asRead, documents: view.documents) else { return }
        StandardStreams.print(String(block.dropLast()))
    }

    func keys(at now: Instant) -> [Key]? {
        switch try? Descriptor.read(0) {
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
            // A number alone is a page to go to.
            if typed.allSatisfy(\.isNumber) || typed.hasPrefix("/") { keys.append(.enter) }
        }
        return keys
    }
}

extension RoomViewModel {
    /// The room as somebody sees it who reads alone: at rest on the page read.
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
