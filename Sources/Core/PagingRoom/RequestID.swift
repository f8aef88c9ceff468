/// A client's number for a request, rising within a connection; its answer repeats it.
package struct RequestID: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package static func < (left: RequestID, right: RequestID) -> Bool { left.number < right.number }
}
