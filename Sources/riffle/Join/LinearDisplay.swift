import TerminalView

/// Settled pages as text, one after the other: for pipes and screen readers.
final class LinearDisplay: Display {
    private var text = LinearText()

    func show(_ view: FollowedRoom) {
        guard let block = text.next(view.replica) else { return }
        StandardStreams.print(String(block.dropLast()))
    }
}
