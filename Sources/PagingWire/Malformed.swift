public import PagingRoom

/// A client's object that could not be read.
public struct Malformed: Error, Hashable, Sendable {
    /// The object's id where it had a readable one.
    public var id: RequestID?
    /// `badRequest`, `tooLarge` or `unknownType`, and what is wrong where: a field's path, or a byte's place.
    public var refusal: Refusal

    public init(id: RequestID?, refusal: Refusal) {
        self.id = id
        self.refusal = refusal
    }
}
