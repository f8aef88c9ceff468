/// What the generator held of the machine's memory, all its processes together: bytes that were resident.
package struct GeneratorMemory: Hashable, Sendable, Codable {
    /// Before the first user.
    package var startBytes: Int
    /// At most. The peaks of several processes need not fall together; their sum is what the machine must have.
    package var peakBytes: Int

    package init(startBytes: Int, peakBytes: Int) {
        self.startBytes = startBytes
        self.peakBytes = max(startBytes, peakBytes)
    }

    /// What each of so many users has cost; nil without any.
    package func bytesPerUser(of users: Int) -> Int? {
        users > 0 ? (peakBytes - startBytes) / users : nil
    }

    mutating func add(_ other: GeneratorMemory) {
        startBytes += other.startBytes
        peakBytes += other.peakBytes
    }
}
