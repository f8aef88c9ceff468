package import PagingRoom

/// Error for an object that could not be decoded.
package struct Malformed: Error, Hashable, Sendable {
    /// The object's id, if it could be read.
    package var id: RequestID?
    /// `badRequest`, `tooLarge` or `unknownType`, with a reason that begins with a field's path or a byte's offset.
    package var refusal: Refusal

    package init(id: RequestID?, refusal: Refusal) {
        self.id = id
        self.refusal = refusal
    }
}
