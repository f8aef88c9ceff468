import ArgumentParser
import ClusterTraffic
import FabricNATS
import PagingServer
import RoomStore

/// The part of a node in its cluster.
enum NodeRole: String, Sendable, CaseIterable {
    /// Owns rooms, and keeps them in the database.
    case owner
    /// Has members only.
    case edge
}

/// The options of a node of a cluster, which fit together.
struct ClusterOptions: Sendable {
    /// The most bytes of new pages, and of a history: one message of the fabric carries them with what describes them.
    static let payloadBytes = Part.maximumTotalBytes - 1 << 20

    let cluster: ClusterName
    /// The name of the node.
    let node: String
    let fabric: NATSFabric.Settings
    /// The URL of a database; nil at an edge.
    let store: String?

    var role: NodeBeat.Role { store == nil ? .edge : .owner }

    /// Nil for a single server.
    init?(_ settings: ServeSettings) throws(ValidationError) {
        guard let cluster = settings.cluster else {
            let alone = [
                "node": settings.node != nil, "role": settings.role != nil, "fabric": !settings.fabric.isEmpty,
                "fabric-open": settings.isFabricOpen,
                "fabric-ca": settings.fabricAuthoritiesFile != nil,
                "fabric-credentials": settings.fabricCredentialsFile != nil,
            ]
            guard let option = alone.filter(\.value).keys.min() else { return nil }
            throw ValidationError(
                "--\(option): expected --cluster with it, got none; give the name that all nodes of the cluster share")
        }
        guard let node = settings.node else {
            throw ValidationError(
                "--cluster \(cluster): expected --node, got none; give a name that no other node of the cluster has")
        }
        guard !settings.fabric.isEmpty else {
            throw ValidationError(
                "--cluster \(cluster): expected --fabric, got none; give the NATS servers, such as nats://127.0.0.1:4222"
            )
        }
        try ClusterOptions.check(settings.server)
        self.cluster = cluster
        self.node = node
        if settings.role == .edge {
            try ClusterOptions.checkEdge(settings)
            store = nil
        } else {
            store = try ClusterOptions.store(settings.store, of: cluster)
        }
        fabric = try ClusterOptions.fabric(settings, of: cluster)
    }

    private static func check(_ settings: ServerSettings) throws(ValidationError) {
        let sizes = [
            ("max-content-bytes", settings.limits.contentBytes), ("max-history-bytes", settings.historyBytes),
        ]
        for (option, bytes) in sizes where bytes > payloadBytes {
            throw ValidationError(
                "--\(option): expected at most \(payloadBytes) with --cluster, which one message between nodes carries, "
                    + "got \(bytes)")
        }
    }

    private static func checkEdge(_ settings: ServeSettings) throws(ValidationError) {
        // The URL may have a password.
        guard settings.store == nil else {
            throw ValidationError(
                "--store: expected none with --role edge, got one; an edge keeps nothing: leave out one of the two")
        }
        guard let room = settings.rooms.first else { return }
        throw ValidationError(
            "--room \(room): expected none with --role edge, got \(settings.rooms.count); an edge creates no rooms: give "
                + "--room to the nodes that own them")
    }

    private static func store(_ store: String?, of cluster: ClusterName) throws(ValidationError) -> String {
        let advice = "give the database that all nodes of the cluster share, such as postgres://USER@HOST/NAME"
        guard let store else {
            throw ValidationError("--cluster \(cluster): expected --store, got none; \(advice)")
        }
        do throws(RoomStoreError) {
            guard case .file = try StoreLocation(store) else { return store }
        } catch {
            throw ValidationError("--store: \(error)")
        }
        throw ValidationError("--store \(store): expected postgres://… with --cluster, got a file; \(advice)")
    }

    private static func fabric(
        _ settings: ServeSettings, of cluster: ClusterName
    ) throws(ValidationError) -> NATSFabric.Settings {
        do throws(NATSAddress.ParseError) {
            let address = try NATSAddress(
                settings.fabric.joined(separator: ","), hasCredentials: settings.fabricCredentialsFile != nil,
                isOpen: settings.isFabricOpen)
            var fabric = NATSFabric.Settings(address: address, cluster: cluster)
            fabric.authoritiesFile = settings.fabricAuthoritiesFile
            fabric.credentialsFile = settings.fabricCredentialsFile
            return fabric
        } catch {
            throw ValidationError("--fabric: \(error)")
        }
    }
}
