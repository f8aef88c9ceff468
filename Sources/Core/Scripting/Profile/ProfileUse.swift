/// The profile that a script names, with values of its parameters.
package struct ProfileUse: Hashable, Sendable {
    /// A built-in name, or the path of a file relative to the script.
    package var name: String
    package var values: [KeyedValue<String>] = []
    /// Values of parameters that each user has its own of; they stand in frames only.
    package var userValues: [KeyedValue<ReferenceText>] = []

    package init(name: String, values: [KeyedValue<String>] = []) {
        self.name = name
        self.values = values
    }

    /// Another profile with the same values.
    package func named(_ name: String) -> ProfileUse {
        var use = self
        use.name = name
        return use
    }

    /// All values, for the table of its fields.
    var texts: [KeyedValue<ReferenceText>] {
        get {
            values.map { KeyedValue(key: $0.key, value: ReferenceText(literal: $0.value)) } + userValues
        }
        set {
            userValues = newValue.filter { $0.value.literal == nil }
            values = newValue.compactMap { entry in
                entry.value.literal.map { KeyedValue(key: entry.key, value: $0) }
            }
        }
    }

    /// For the table of its fields, which begins without a name.
    var givenName: String? {
        get { name.isEmpty ? nil : name }
        set { name = newValue ?? "" }
    }
}

extension PlainEndpoint {
    /// The endpoint with what the profile says of its handshake; the script's own words come first.
    package func speaking(_ profile: Profile) -> PlainEndpoint {
        var endpoint = self
        endpoint.profile = profile
        if path == "/" { endpoint.path = profile.path }
        if subprotocols.isEmpty { endpoint.subprotocols = profile.subprotocols }
        let own = Set(headers.map { $0.name.lowercased() })
        endpoint.headers += profile.headers.filter { !own.contains($0.name.lowercased()) }
        return endpoint
    }
}
