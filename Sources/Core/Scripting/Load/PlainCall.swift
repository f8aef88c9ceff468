/// A message of a profile as a script sends it.
package struct PlainCall: Hashable, Sendable {
    /// The name of the message in the profile.
    package var message: String
    package var values: [KeyedValue<Template>]

    package init(message: String, values: [KeyedValue<Template>] = []) {
        self.message = message
        self.values = values
    }
}
