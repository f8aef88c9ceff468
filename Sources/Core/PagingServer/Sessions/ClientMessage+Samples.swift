import PagingRoom
import PagingWire

extension ClientMessage {
    var isSample: Bool {
        guard case .request(nil, let request, _) = self else { return false }
        return request.isSample
    }

    /// Whether `next` is a newer sample of the same drag.
    func isOvertaken(by next: ClientMessage) -> Bool {
        guard case .request(nil, let old, _) = self, case .request(nil, let new, _) = next else { return false }
        switch (old, new) {
        case (.dragMoved(let drag, _), .dragMoved(let other, _)): return drag == other
        case (.stripMoved(let drag, _), .stripMoved(let other, _)): return drag == other
        default: return false
        }
    }
}

extension [Result<ClientMessage, Malformed>] {
    /// Whether the object at `index` is a drag sample and the next one is a newer sample of the same drag.
    func isOvertaken(at index: Int) -> Bool {
        guard index + 1 < count, case .success(let message) = self[index], case .success(let next) = self[index + 1]
        else { return false }
        return message.isOvertaken(by: next)
    }
}
