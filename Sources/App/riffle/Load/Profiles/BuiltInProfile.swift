/// The profiles that the program brings with it.
enum BuiltInProfile {
    /// Name and text of each, in the order of the names.
    static let all: [(name: String, text: String)] = [
        ("centrifugo", PackageResources.centrifugo_profile_yaml), ("graphql", PackageResources.graphql_profile_yaml),
        ("json-rpc", PackageResources.json_rpc_profile_yaml), ("mqtt", PackageResources.mqtt_profile_yaml),
        ("nats", PackageResources.nats_profile_yaml), ("phoenix", PackageResources.phoenix_profile_yaml),
        ("plain", PackageResources.plain_profile_yaml), ("signalr", PackageResources.signalr_profile_yaml),
        ("socket.io", PackageResources.socket_io_profile_yaml), ("stomp", PackageResources.stomp_profile_yaml),
    ].map { (name: $0.0, text: String(decoding: $0.1, as: UTF8.self)) }

    static func text(_ name: String) -> String? { all.first { $0.name == name }?.text }
}
