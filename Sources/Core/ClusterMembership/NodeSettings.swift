package import ClusterTraffic

/// The options of one node of a cluster.
package struct NodeSettings: Hashable, Sendable {
    package var name: String
    package var role: NodeBeat.Role
    /// Formats of records that this program reads; it writes the newest that all registered nodes read.
    package var formats: ClosedRange<UInt32>
    package var timing = LeaseTiming()

    package init(name: String, role: NodeBeat.Role = .owner, formats: ClosedRange<UInt32>) {
        self.name = name
        self.role = role
        self.formats = formats
    }
}
