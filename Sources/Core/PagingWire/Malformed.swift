package import PagingRoom

/// A client's object that could not be read.
package struct Malformed: Error, Hashable, Sendable {
    /// The object's id where it had a readable one.
    package var id: RequestID?
    /// `badRequest`, `tooLarge` or `unknownType`, and what is wrong where: a field's path, or a byte's place.
    package var refusal: Refusal

    package init(id: RequestID?, refusal: Refusal) {
        self.id = id
        self.refusal = refusal
    }
}
