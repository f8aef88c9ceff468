/// An expected event or output that did not come.
struct ExpectationError: Error, CustomStringConvertible {
    let description: String

    init(_ expected: String, instead: String = "nothing") {
        description = "expected \(expected), got \(instead)"
    }
}
