import PagingRoom
import PagingWire

/// Error in a JSON object: a reason and its place.
struct DecodeError: Error, Hashable {
    enum Place: Hashable {
        /// An offset from the start of the line, the first byte being 0.
        case byte(Int)
        /// A field, such as `pages[3].title`.
        case field(String)
        /// The object as a whole.
        case object
    }

    var code = Refusal.Code.badRequest
    var place: Place
    var reason: String

    /// The error with its path extended by the enclosing field: `title` becomes `pages[3].title`.
    func inside(_ parent: String) -> DecodeError {
        var outer = self
        switch place {
        case .field(let path): outer.place = .field("\(parent).\(path)")
        case .object: outer.place = .field(parent)
        case .byte: break
        }
        return outer
    }

    /// The refusal for the peer: first the place, then the reason.
    var refusal: Refusal {
        switch place {
        case .byte(let offset): Refusal(code, "byte \(offset): \(reason)")
        case .field(let path): Refusal(code, "\(path): \(reason)")
        case .object: Refusal(code, reason)
        }
    }
}
