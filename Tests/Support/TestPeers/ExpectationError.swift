/// An expected event or output that did not come.
package struct ExpectationError: Error, CustomStringConvertible {
    package let description: String

    package init(_ expected: String, instead: String = "nothing") {
        description = "expected \(expected), got \(instead)"
    }
}
