/// The fencing number of the baton: each time it is given to somebody the number is higher by one, so that what an
/// earlier holder still has under way is told from what the present one sends.
package struct FencingToken: Hashable, Comparable, Sendable {
    package var number: Int64

    package init(_ number: Int64) {
        self.number = number
    }

    package var next: FencingToken { FencingToken(number + 1) }

    package static func < (left: FencingToken, right: FencingToken) -> Bool { left.number < right.number }
}
