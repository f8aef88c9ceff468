/// The profile that a script names, with values of its parameters.
package struct ProfileUse: Hashable, Sendable {
    /// A built-in name, or the path of a file relative to the script.
    package var name: String
    package var values: [KeyedValue<String>] = []

    package init(name: String, values: [KeyedValue<String>] = []) {
        self.name = name
        self.values = values
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
