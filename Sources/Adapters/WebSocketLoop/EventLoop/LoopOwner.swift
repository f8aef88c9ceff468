/// The delegate of a loop, for all its parts.
final class LoopOwner {
    weak var delegate: (any SocketLoopDelegate)?

    init(_ delegate: (any SocketLoopDelegate)?) {
        self.delegate = delegate
    }
}
