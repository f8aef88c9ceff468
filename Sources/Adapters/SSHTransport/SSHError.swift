/// Reason why SSH cannot be served.
package struct SSHError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
